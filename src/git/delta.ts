/** Minimum bytes of a copy done by `set`. Copying fewer one by one is faster. */
const MIN_BULK_COPY_BYTES = 48;

/** Returns `undefined` if a delta, a list of copies and inserts, does not match the base or its own stated length. */
export function applyDelta(
  base: Uint8Array,
  delta: Uint8Array,
  maxBytes: number,
): Uint8Array | undefined {
  let at = 0;
  const size = (): number => {
    let value = 0;
    for (let factor = 1; at < delta.length; factor *= 128) {
      const byte = delta[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      if (factor > maxBytes) break;
    }
    return -1;
  };
  if (size() !== base.length) return undefined;
  const length = size();
  if (length < 0 || length > maxBytes) return undefined;
  const result = new Uint8Array(length);
  let written = 0;
  while (at < delta.length) {
    const instruction = delta[at++]!;
    let from = delta;
    let start = at;
    let count = instruction;
    if (instruction >= 128) {
      from = base;
      start = 0;
      if (instruction & 1) start = delta[at++]!;
      if (instruction & 2) start |= delta[at++]! << 8;
      if (instruction & 4) start |= delta[at++]! << 16;
      if (instruction & 8) start += delta[at++]! * 2 ** 24;
      count = 0;
      if (instruction & 16) count = delta[at++]!;
      if (instruction & 32) count |= delta[at++]! << 8;
      if (instruction & 64) count |= delta[at++]! << 16;
      if (count === 0) count = 0x10000;
    } else at += count;
    // Git reserves an instruction of length zero.
    if (count === 0 || at > delta.length) return undefined;
    if (start + count > from.length || written + count > length) return undefined;
    if (count >= MIN_BULK_COPY_BYTES) result.set(from.subarray(start, start + count), written);
    else for (let i = 0; i < count; i++) result[written + i] = from[start + i]!;
    written += count;
  }
  return written === length ? result : undefined;
}
