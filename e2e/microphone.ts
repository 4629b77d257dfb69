import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchDirectory } from '../server/src/testing/suite/scratch.ts'

const RATE_HZ = 44_100
const SPEECH_RATE_HZ = 24_000
/** What the microphone of a browser hears, again and again: a tone, then silence. */
export const TONE_HZ = 440
const TONE_SECONDS = 1
const SILENCE_SECONDS = 1

type Microphone = {
  isAllowed?: boolean
  /** Samples of 24 kHz that it hears once; without them it hears the tone again and again. */
  speech?: Buffer
}

/** Flags with which a browser has a microphone, and nobody is asked for it. */
export function microphoneFlags({ isAllowed = true, speech }: Microphone = {}): string[] {
  const path = join(scratchDirectory(), 'microphone.wav')
  writeFileSync(path, speech ? wavOf(speech, SPEECH_RATE_HZ) : wavOf(toneAndSilence(), RATE_HZ))
  return [
    '--use-fake-device-for-media-stream',
    `--use-fake-ui-for-media-stream${isAllowed ? '' : '=deny'}`,
    `--use-file-for-fake-audio-capture=${path}${speech ? '%noloop' : ''}`,
    '--autoplay-policy=document-user-activation-required',
  ]
}

function toneAndSilence(): Int16Array {
  const samples = new Int16Array(RATE_HZ * (TONE_SECONDS + SILENCE_SECONDS))
  for (let index = 0; index < RATE_HZ * TONE_SECONDS; index++) {
    samples[index] = Math.round(Math.sin((2 * Math.PI * TONE_HZ * index) / RATE_HZ) * 16_000)
  }
  return samples
}

function wavOf(samples: Int16Array | Buffer, rate_hz: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate_hz, 24)
  header.writeUInt32LE(rate_hz * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)])
}
