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

/** The samples of such a file. */
export function readWav(file: Uint8Array, rate_hz: number): Int16Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const isOurs = bytes.toString('latin1', 8, 16) === 'WAVEfmt ' && bytes.readUInt32LE(24) === rate_hz
  if (!isOurs) throw new Error(`No WAV file of ${rate_hz} samples a second`)
  // A copy begins at a sample, wherever the file lies in memory.
  const samples = new Uint8Array(bytes.subarray(HEADER_BYTES))
  return new Int16Array(samples.buffer, 0, samples.length >> 1)
}
