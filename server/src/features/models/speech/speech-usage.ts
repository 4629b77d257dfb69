import type { ModelUsage } from '../model-language.ts'

/** As Gemini documents it, and more than others count: OpenAI about 10. */
const TOKENS_PER_SECOND = 32
/** Nobody speaks more than five words in a second, and a word is two tokens in many languages. */
const WRITTEN_TOKENS_PER_SECOND = 10
/** MP3 and voice messages of chat platforms are not recorded below 8 kbit/s; most take two to four times as much. */
const MIN_BYTES_PER_SECOND = 1000
/** Of 48 kHz, two channels and 16 bits; a higher claim is ignored. */
const MAX_WAV_BYTES_PER_SECOND = 192_000
/** A chat model that is used to write speech down may think first, and is paid for it. */
const THOUGHT_TOKENS = 2048

/** Prices are those of tokens: so a vendor that counts the seconds of audio is paid for as many tokens as they could be. */
export const usageOfSpeech = (seconds: number): ModelUsage => ({
  input_tokens: Math.ceil(seconds * TOKENS_PER_SECOND),
  output_tokens: Math.ceil(seconds * WRITTEN_TOKENS_PER_SECOND),
  cached_input_tokens: 0,
})

/** What an audio file comes to at most: of most formats nothing but the size is known. */
export const estimateSpeech = (bytes: Uint8Array): ModelUsage => usageOfSpeech(bytes.length / bytesPerSecond(bytes))

/** A WAV file says it in its header (RIFF, "fmt " first). */
function bytesPerSecond(bytes: Uint8Array): number {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 44))
  const isWav = header.length === 44 && header.toString('latin1', 8, 16) === 'WAVEfmt '
  return Math.max(MIN_BYTES_PER_SECOND, isWav ? Math.min(header.readUInt32LE(28), MAX_WAV_BYTES_PER_SECOND) : 0)
}

/** How many tokens a model may write of it, its thoughts included. */
export const maxWritten = (bytes: Uint8Array): number => estimateSpeech(bytes).output_tokens + THOUGHT_TOKENS

/** Speech that is made: Gemini counts 25 tokens a second, OpenAI about 21. */
export const SPOKEN_TOKENS_PER_SECOND = 25
/** As slowly as voices say a character: a digit may be a word, and so may a character of Chinese, Japanese or Korean. */
const MAX_SECONDS_PER_DIGIT = 0.6
const MAX_SECONDS_PER_SYLLABLE = 0.4
const MAX_SECONDS_PER_LETTER = 0.1

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** What saying a text comes to at most, in tokens of sound. */
export function spokenTokensOf(text: string): number {
  const digits = countOf(text, /\p{Nd}/gu)
  const syllables = countOf(text, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)
  const letters = text.length - digits - syllables
  const seconds =
    digits * MAX_SECONDS_PER_DIGIT + syllables * MAX_SECONDS_PER_SYLLABLE + letters * MAX_SECONDS_PER_LETTER
  return Math.ceil((seconds + 1) * SPOKEN_TOKENS_PER_SECOND)
}
