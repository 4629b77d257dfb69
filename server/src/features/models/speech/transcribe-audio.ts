import type { Vendor } from '#contracts/parties.ts'
import type { AudioFile, Transcription, VendorConnection } from '../model-language.ts'
import { failureOf, nothingUnderstood, refusedBy } from '../vendors/failure.ts'
import { type KnownAudio, recognizeAudio } from '../vendors/speech/audio-format.ts'
import { transcribeByForm } from '../vendors/speech/transcribe-by-form.ts'
import { transcribeByJson } from '../vendors/speech/transcribe-by-json.ts'
import { transcribeByPrompt } from '../vendors/speech/transcribe-by-prompt.ts'

const MB = 1024 * 1024

type Transcribe = typeof transcribeByForm

const ways: Record<Vendor, { transcribe: Transcribe; maxMb: number } | null> = {
  vendor_1: { transcribe: transcribeByForm, maxMb: 25 },
  vendor_2: { transcribe: transcribeByJson, maxMb: 25 },
  // 20 MB for the whole request, in which audio takes a third more than its size.
  vendor_3: { transcribe: transcribeByPrompt, maxMb: 14 },
  vendor_4: null,
  vendor_5: { transcribe: transcribeByForm, maxMb: 25 },
  vendor_6: null,
  custom: { transcribe: transcribeByForm, maxMb: 25 },
}

/**
 * What is said in audio, as one call to a vendor's transcription. It throws a `ModelFailure`, also where nothing was
 * understood, or the signal's reason when the caller aborts. Nothing is tried again here.
 */
export async function transcribeAudio(
  connection: VendorConnection,
  model: string,
  audio: AudioFile,
  signal: AbortSignal,
): Promise<Transcription> {
  try {
    signal.throwIfAborted()
    const { text, usage } = await transcribed(connection, model, audio, signal)
    const spoken = text.trim()
    if (spoken === '') throw nothingUnderstood(connection, usage)
    return { text: spoken, usage }
  } catch (error) {
    throw failureOf(error, connection, signal)
  }
}

async function transcribed(
  connection: VendorConnection,
  model: string,
  audio: AudioFile,
  signal: AbortSignal,
): Promise<Transcription> {
  if (connection.session) return await connection.session.transcribe(audio, signal)
  const way = ways[connection.provider]
  if (!way) throw refusedBy(connection, 'cannot turn speech into text.')
  const known = readable(connection, audio, way.maxMb)
  return await way.transcribe(connection, model, known, signal)
}

/** What a vendor would refuse anyway is not sent there first. */
function readable(connection: VendorConnection, audio: AudioFile, maxMb: number): KnownAudio {
  const size = audio.bytes.length
  if (size === 0) throw refusedBy(connection, 'was given audio with nothing in it.')
  if (size > maxMb * MB) throw refusedBy(connection, `takes at most ${maxMb} MB of audio.`)
  const known = recognizeAudio(audio)
  if (!known) throw refusedBy(connection, `cannot read audio of this type (${audio.mime_type.slice(0, 60)}).`)
  return known
}
