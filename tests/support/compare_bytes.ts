/** The expected order of names. */

const encoder = new TextEncoder();

/** The order of UTF-8 bytes, and so of `LC_ALL=C sort`. Uses no code of the product. */
export function compareBytes(a: string, b: string): number {
  const [x, y] = [encoder.encode(a), encoder.encode(b)];
  const length = Math.min(x.length, y.length);
  for (let i = 0; i < length; i++) {
    if (x[i] !== y[i]) return x[i]! - y[i]!;
  }
  return x.length - y.length;
}
