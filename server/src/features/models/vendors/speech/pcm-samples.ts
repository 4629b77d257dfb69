import { SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import type { VendorConnection } from '../../model-language.ts'
import type { Pcm } from '../../speech/speech-language.ts'
import { readWavHeader } from '../../speech/wav-file.ts'
import { brokenStream, refusedBy } from '../failure.ts'

const PCM = 1
/** No sentence is longer; a longer stream is not speech. */
const MAX_SECONDS = 300
const MAX_BYTES = MAX_SECONDS * SAMPLE_RATE_HZ * 2
/** Where a file begins that has its format in a header, its samples follow within so many bytes. */
const MAX_HEADER_BYTES = 4096

/**
 * Whole samples out of the pieces in which they arrive, which end anywhere. A WAV header is left out, also where raw samples
 * were asked for: some servers send one all the same.
 */
export async function* pcmSamples(
  connection: VendorConnection,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Pcm, void> {
  let rest: Buffer = Buffer.alloc(0)
  let hasBegun = false
  let size = 0
  /** Data after the samples, such as tags, is not audio. */
  let left = Infinity
  for await (const piece of pieces) {
    size += piece.length
    if (size > MAX_BYTES) throw refusedBy(connection, 'spoke longer than any sentence is.')
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece])
    if (!hasBegun) {
      const samples = findSamples(connection, rest)
      if (samples === null) continue
      hasBegun = true
      left = samples.size
      rest = rest.subarray(samples.start)
    }
    rest = rest.subarray(0, left)
    const whole = rest.length - (rest.length % 2)
    left -= whole
    if (whole > 0) yield rest.subarray(0, whole)
    rest = rest.subarray(whole)
  }
  if (!hasBegun || rest.length > 0) throw brokenStream(connection)
}

/** Offset and length of the samples in bytes; null until the header is complete. */
function findSamples(connection: VendorConnection, bytes: Buffer): { start: number; size: number } | null {
  if (bytes.length < 4) return null
  const mark = bytes.toString('latin1', 0, 4)
  if (mark.startsWith('ID3') || mark === 'OggS' || mark === 'fLaC') {
    throw refusedBy(connection, 'speaks in a format that was not asked for.')
  }
  if (mark !== 'RIFF') return { start: 0, size: Infinity }
  const header = readWavHeader(bytes)
  if (header === null) {
    if (bytes.length > MAX_HEADER_BYTES) throw refusedBy(connection, 'speaks in a format that was not asked for.')
    return null
  }
  if (header.format !== PCM || header.channels !== 1 || header.bits !== 16) {
    throw refusedBy(connection, 'speaks in a format that was not asked for.')
  }
  requireRate(connection, header.rate_hz)
  return header
}

export function requireRate(connection: VendorConnection, rate_hz: number): void {
  if (rate_hz !== SAMPLE_RATE_HZ) {
    throw refusedBy(connection, `speaks at ${rate_hz} samples a second, not at ${SAMPLE_RATE_HZ}.`)
  }
}
