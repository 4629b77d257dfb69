const HEADER_BYTES = 44
const PCM = 1
const BITS = 16

/** A WAV file of samples of one channel: a header in front of them. */
export function wavFile(pcm: Buffer, rate_hz: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0)
  header.writeUInt32LE(HEADER_BYTES - 8 + pcm.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(PCM, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate_hz, 24)
  header.writeUInt32LE((rate_hz * BITS) / 8, 28)
  header.writeUInt16LE(BITS / 8, 32)
  header.writeUInt16LE(BITS, 34)
  header.write('data', 36)
  header.writeUInt32LE(pcm.length, 40)
  return Buffer.concat([header, pcm])
}

type WavHeader = {
  format: number
  channels: number
  rate_hz: number
  bits: number
  /** Where the samples begin, and how many bytes they are; without end where the file was sent before that was known. */
  start: number
  size: number
}

/** Sizes that are written where the length is not known yet. */
const UNKNOWN_SIZES = [0, 0x7fff_ffff, 0xffff_ffff]
const FORMAT_BYTES = 16

/** Reads the chunks in front of the samples; null where these have not arrived yet. */
export function readWavHeader(bytes: Buffer): WavHeader | null {
  let format: Omit<WavHeader, 'start' | 'size'> | null = null
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const start = at + 8
    if (name === 'data') {
      return format && { ...format, start, size: UNKNOWN_SIZES.includes(size) ? Infinity : size }
    }
    if (name === 'fmt ') {
      if (start + FORMAT_BYTES > bytes.length) return null
      format = {
        format: bytes.readUInt16LE(start),
        channels: bytes.readUInt16LE(start + 2),
        rate_hz: bytes.readUInt32LE(start + 4),
        bits: bytes.readUInt16LE(start + 14),
      }
    }
    // Chunks begin at even places.
    at = start + size + (size % 2)
  }
  return null
}

/** The samples of a file that `wavFile` made. */
export function readWav(file: Uint8Array, rate_hz: number): Int16Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const header = readWavHeader(bytes)
  if (header?.rate_hz !== rate_hz) throw new Error(`No WAV file of ${rate_hz} samples a second`)
  // A copy begins at a sample, wherever the file lies in memory.
  const samples = new Uint8Array(bytes.subarray(header.start))
  return new Int16Array(samples.buffer, 0, samples.length >> 1)
}
