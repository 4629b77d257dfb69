/** Text of any honest encoding: what says what it is, then UTF-8, then the single-byte one that its letters speak for. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(speaksRussian(bytes) ? 'windows-1251' : 'windows-1252').decode(bytes)
  }
}

/** In windows-1251 Russian words are runs of high bytes; in western text a high byte stands alone among plain letters. */
function speaksRussian(bytes: Uint8Array): boolean {
  let high = 0
  let beside = 0
  for (const [index, byte] of bytes.subarray(0, 100_000).entries()) {
    if (byte < 0xc0) continue
    high++
    if ((bytes[index + 1] ?? 0) >= 0xc0) beside++
  }
  return beside * 2 > high
}
