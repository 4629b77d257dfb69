import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const RATE_HZ = 24_000
export const LEAD_SECONDS = 1.5
const RAW = ['-t', 'raw', '-r', String(RATE_HZ), '-e', 'signed', '-b', '16', '-c', '1']

/** Speech of espeak-ng and sounds of sox as raw samples at 24 kHz; both programs must be installed. */
export function distortedSpeech() {
  const directory = mkdtempSync(join(tmpdir(), 'speech-'))
  const fileOf = (name: string): string => join(directory, name)
  const sox = (...args: string[]): Buffer =>
    execFileSync('sox', args, { maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] })

  function withNoise(clean: string, kind: string, db: number, ...more: string[]): Buffer {
    const noise = fileOf('noise.wav')
    sox('-n', '-r', String(RATE_HZ), '-c', '1', noise, 'synth', '12', kind, ...more, 'gain', String(db))
    return sox('-m', '-v', '1', clean, '-v', '1', noise, ...RAW, '-', 'trim', '0', String(secondsOf(clean)))
  }

  function throughRate(clean: string, hz: number, effects: string[]): Buffer {
    const other = fileOf('other.wav')
    sox(clean, '-r', String(hz), '-c', '1', other, ...effects)
    return sox(other, ...RAW, '-')
  }

  return {
    /** A file with the sentence between silences, and the second at which it ends. */
    speak(voice: string, text: string): { clean: string; endsAt: number } {
      const [spoken, bare, clean] = [fileOf('spoken.wav'), fileOf('bare.wav'), fileOf('clean.wav')]
      execFileSync('espeak-ng', ['-v', voice, '-s', '150', '-w', spoken, text])
      const trim = ['silence', '1', '0.01', '0.5%', 'reverse']
      sox(spoken, '-r', String(RATE_HZ), bare, ...trim, ...trim)
      sox(bare, clean, 'pad', String(LEAD_SECONDS), '1.5')
      return { clean, endsAt: LEAD_SECONDS + secondsOf(bare) }
    },
    /** A sound that sox makes of these effects. */
    sound: (effects: string[]): Buffer => sox('-n', ...RAW, '-', ...effects),
    /** Each from a clean file with silence around it to raw samples. */
    conditions: {
      clean: (clean) => sox(clean, ...RAW, '-'),
      'white noise, 15 dB': (clean) => withNoise(clean, 'whitenoise', -32),
      'pink noise, 10 dB': (clean) => withNoise(clean, 'pinknoise', -22),
      'brown noise, 10 dB': (clean) => withNoise(clean, 'brownnoise', -24),
      'telephone, 8 kHz': (clean) => throughRate(clean, 8000, ['sinc', '300-3400']),
      clipped: (clean) => sox(clean, ...RAW, '-', 'gain', '18'),
      quiet: (clean) => sox(clean, ...RAW, '-', 'gain', '-25'),
      'over hum': (clean) => withNoise(clean, 'sine', -30, '100'),
      '48 kHz, echoing': (clean) => throughRate(clean, 48_000, ['reverb', '40']),
    } satisfies Record<string, (clean: string) => Buffer> as Record<string, (clean: string) => Buffer>,
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  }
}

const secondsOf = (file: string): number => Number(execFileSync('soxi', ['-D', file]).toString())
