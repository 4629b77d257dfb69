/** What the product speaks to vendors of voices; the wire forms stay behind it. */
import type { CountedUsage } from '../model-language.ts'

/** Audio inside the product: signed 16-bit little-endian samples of one channel, 24 kHz (contracts/src/voice-socket.ts). */
export type Pcm = Buffer

export type SpeechRequest = { model: string; voice: string; text: string }

/** `usage`: null where the vendor counts nothing. */
export type SpokenUsage = CountedUsage | null
