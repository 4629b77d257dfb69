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
