/** Signed 16-bit little-endian samples, as the socket carries them; the byte order is written out for every machine. */
export function encodePcm(samples: Float32Array): ArrayBuffer {
  const bytes = new ArrayBuffer(samples.length * 2)
  const view = new DataView(bytes)
  for (const [index, sample] of samples.entries()) {
    view.setInt16(index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  }
  return bytes
}

export function decodePcm(bytes: ArrayBuffer): Float32Array<ArrayBuffer> {
  const view = new DataView(bytes)
  return Float32Array.from({ length: bytes.byteLength >> 1 }, (_, index) => view.getInt16(index * 2, true) / 32_768)
}

/** How loud it is, from 0 to 1: the root mean square, on a scale on which speech fills most of a meter. */
export function levelOf(samples: Float32Array): number {
  if (samples.length === 0) return 0
  let squares = 0
  for (const sample of samples) squares += sample * sample
  return Math.min(1, Math.sqrt(squares / samples.length) * 4)
}
