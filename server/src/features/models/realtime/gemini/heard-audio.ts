import type { AudioFile } from '../../model-language.ts'
import { readWav } from '../../speech/wav-file.ts'
import type { Line } from './open-line.ts'

const RATE_HZ = 16_000
const MAX_CHUNK_BYTES = RATE_HZ * 2
/** Two minutes of speech are buffered while no answer is requested, such as during an hour with an operator. */
const MAX_HELD_BYTES = RATE_HZ * 2 * 120

type Piece = { pcm: Buffer; transcript: string }

/** What speech detection has recorded is what the vendor takes. */
export function samplesOf({ bytes }: AudioFile): Buffer {
  const samples = readWav(bytes, RATE_HZ)
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
}

export function sendAudio(line: Line, pcm: Buffer): void {
  for (let at = 0; at < pcm.length; at += MAX_CHUNK_BYTES) {
    const data = pcm.subarray(at, at + MAX_CHUNK_BYTES).toString('base64')
    line.send({ realtimeInput: { audio: { mimeType: `audio/pcm;rate=${RATE_HZ}`, data } } })
  }
}

/** Buffers speech until the model is to answer it, so that noise and turns that others answer never reach the model. */
export function heardAudio() {
  let pieces: Piece[] = []
  return {
    add(piece: Piece): void {
      pieces.push(piece)
      let bytes = pieces.reduce((sum, { pcm }) => sum + pcm.length, 0)
      while (bytes > MAX_HELD_BYTES) bytes -= pieces.shift()?.pcm.length ?? bytes
    },
    /** The sound of a message; null where it was typed. A caller who continues after a pause is heard in pieces. */
    consume(text: string): Buffer | null {
      for (let end = pieces.length; end > 0; end--) {
        for (let start = end - 1; start >= 0; start--) {
          const found = pieces.slice(start, end)
          if (found.map(({ transcript }) => transcript).join(' ') !== text.trim()) continue
          pieces = pieces.slice(end)
          return Buffer.concat(found.map(({ pcm }) => pcm))
        }
      }
      return null
    },
  }
}
