/** The URL of a module of this text, which needs no permission to be read. */
export function dataUrl(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}
