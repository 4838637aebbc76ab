/**
 * Rounds a number to a multiple of a power of two. Sums of such numbers are exact up to 2 ** (53 - bits),
 * so that it does not matter in which order a disk lists what is added up.
 *
 * @param bits How many binary places are kept.
 */
export function summable(value: number, bits: number): number {
  const unit = 2 ** bits;
  return Math.round(value * unit) / unit;
}
