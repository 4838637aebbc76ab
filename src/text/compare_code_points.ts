/**
 * Compares by Unicode code point: the order of the UTF-8 bytes and of `LC_ALL=C sort`. JavaScript's
 * `<` compares UTF-16 units instead, which sorts surrogate pairs before U+E000–FFFF.
 *
 * @returns Negative, zero or positive.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x !== y) {
      if (x >= 0xd800 && y >= 0xd800) {
        if (x >= 0xe000) x -= 0x2800;
        if (y >= 0xe000) y -= 0x2800;
      }
      return x - y;
    }
  }
  return a.length - b.length;
}
