/** Returns the first index, from `low` on, that is not below what is searched for; `high` if all before it are. */
export function firstNotBelow(
  low: number,
  high: number,
  isBelow: (index: number) => boolean,
): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
