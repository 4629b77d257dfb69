import type { Vendor } from '#contracts/parties.ts'
import type { VendorConnection } from '../model-language.ts'
import { failureOf, refusedBy } from '../vendors/failure.ts'
import { speakByBytes } from '../vendors/speech/speak-by-bytes.ts'
import { speakByEvents } from '../vendors/speech/speak-by-events.ts'
import type { Pcm, SpeechRequest, SpokenUsage } from './speech-language.ts'

type Speak = typeof speakByBytes

/** `maxCharacters`: the most that the vendor says in one request. */
const ways: Record<Vendor, { speak: Speak; maxCharacters: number } | null> = {
  vendor_1: { speak: speakByBytes, maxCharacters: 4096 },
  vendor_2: { speak: speakByBytes, maxCharacters: 4096 },
  vendor_3: { speak: speakByEvents, maxCharacters: 8000 },
  vendor_4: null,
  vendor_5: { speak: speakByBytes, maxCharacters: 15_000 },
  vendor_6: null,
  custom: { speak: speakByBytes, maxCharacters: 4096 },
}

/**
 * Says a text, as one call to a vendor: the sound as it is made, in whole samples, and at the end what the vendor counted. Throws a
 * `ModelFailure`, or the signal's reason when the caller aborts. Nothing is tried again here.
 */
export async function* synthesizeSpeech(
  connection: VendorConnection,
  request: SpeechRequest,
  signal: AbortSignal,
): AsyncGenerator<Pcm, SpokenUsage> {
  try {
    signal.throwIfAborted()
    if (connection.session) return yield* connection.session.speak(request.text, signal)
    const way = ways[connection.provider]
    if (!way) throw refusedBy(connection, 'cannot turn text into speech.')
    if (request.text.length > way.maxCharacters) {
      throw refusedBy(connection, `says at most ${way.maxCharacters} characters at once.`)
    }
    return yield* way.speak(connection, request, signal)
  } catch (error) {
    throw failureOf(error, connection, signal)
  }
}
