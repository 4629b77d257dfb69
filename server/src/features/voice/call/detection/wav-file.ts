import type { AudioFile } from '../../../models/model-language.ts'
import { DETECTION_RATE_HZ } from './voice-activity.ts'

const HEADER_BYTES = 44

/** What was said, as the file that recognizers take. */
export function wavFile(samples: Int16Array): AudioFile {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(HEADER_BYTES - 8 + data.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  // PCM of one channel.
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(DETECTION_RATE_HZ, 24)
  header.writeUInt32LE(DETECTION_RATE_HZ * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(data.length, 40)
  return { name: 'speech.wav', mime_type: 'audio/wav', bytes: Buffer.concat([header, data]) }
}
