/** A bad byte for so many good letters: two bytes of another encoding are a letter of UTF-8 far less often. */
const MIN_GOOD_PER_BAD = 4

/** Whether bytes are UTF-8 but for a few, as where programs of other encodings write into one log, or a letter was cut in two. */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0
  let bad = 0
  for (let at = 0; at < bytes.length; ) {
    const length = letterLength(bytes, at)
    if (length === 0) bad++
    else if (length > 1) good++
    at += length || 1
  }
  return good >= bad * MIN_GOOD_PER_BAD
}

/** How many bytes the letter has that begins here; 0 where none does. */
function letterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  for (let next = at + 1; next < at + length; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}
