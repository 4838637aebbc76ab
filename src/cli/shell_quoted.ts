/** Returns a word as a shell takes it. */
export function shellQuoted(word: string): string {
  // The shells of Windows share this form alone, and no path there holds a quote.
  if (Deno.build.os === "windows" && /[^\w./@:+-]/.test(word)) return `"${word}"`;
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
