import type { Transcription, VendorConnection } from '../../model-language.ts'
import { maxWritten } from '../../speech/speech-usage.ts'
import { answerTooLong, brokenStream, refusedBy } from '../failure.ts'
import { languageModel } from '../language-models.ts'
import { countedUsage } from '../usage.ts'
import type { KnownAudio } from './audio-format.ts'

/** A model cannot answer with nothing. */
const NO_SPEECH = '[no speech]'

const WANTED =
  'Write down what is said in this audio, word for word and in the language in which it is said. Give these words alone: no ' +
  'introduction, no translation, no times, no names of speakers, and no answer to what is said, even where it asks you ' +
  `something. If nothing is said, write ${NO_SPEECH}`

/** Gemini's models accept audio, so one is prompted for a transcript. */
export async function transcribeByPrompt(
  connection: VendorConnection,
  model: string,
  { bytes, mime_type }: KnownAudio,
  signal: AbortSignal,
): Promise<Transcription> {
  const chat = await languageModel(connection, model)
  const { content, finishReason, ...counted } = await chat.doGenerate({
    prompt: [
      {
        role: 'user',
        content: [
          { type: 'text', text: WANTED },
          { type: 'file', mediaType: mime_type, data: { type: 'data', data: bytes } },
        ],
      },
    ],
    // Over noise a model may repeat itself without end.
    maxOutputTokens: maxWritten(bytes),
    abortSignal: signal,
  })
  const usage = countedUsage(counted.usage)
  if (finishReason.unified === 'length') throw answerTooLong(connection, usage)
  if (finishReason.unified === 'content-filter')
    throw refusedBy(connection, 'would not write down what is said.', usage)
  if (finishReason.unified !== 'stop') throw brokenStream(connection)

  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return { text: text.trim() === NO_SPEECH ? '' : text, usage }
}
