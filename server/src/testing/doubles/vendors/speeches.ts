/** The strict side of each vendor's text to speech; what its key is and how it refuses is with its chat. */
import { z } from 'zod'
import { bad, shapeRefusal } from './checks.ts'
import { type RecordedRequest, type Refusal, type Reply, type SpeechForm, sse } from './vendor-double.ts'

/** So much of a tone for each character, where a script names no sound. */
const MS_PER_CHARACTER = 40
/** In odd lengths, so that samples are cut in the middle as on a real wire. */
const PIECE_BYTES = 1921
const RATE_HZ = 24_000

/** A tone of so many milliseconds. */
export function tone(ms: number, frequencyHz = 440): Buffer {
  const samples = Math.round((ms * RATE_HZ) / 1000)
  const pcm = Buffer.alloc(samples * 2)
  for (let n = 0; n < samples; n++)
    pcm.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * frequencyHz * n) / RATE_HZ)), n * 2)
  return pcm
}

const soundOf = ({ pcm }: Reply, text: string): Buffer => pcm ?? tone(text.length * MS_PER_CHARACTER)

const piecesOf = (pcm: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(pcm.length / PIECE_BYTES) }, (_, n) =>
    pcm.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES),
  )

const OpenaiBody = z.strictObject({
  model: z.string().min(1),
  input: z.string().min(1).max(4096),
  voice: z.string().min(1),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).optional(),
  instructions: z.string().optional(),
  speed: z.number().min(0.25).max(4).optional(),
  // Its other form, events, is not played.
  stream_format: z.literal('audio').optional(),
})

const openaiVoices = /^(alloy|ash|ballad|coral|echo|fable|onyx|nova|sage|shimmer|verse|marin|cedar)$/

const byBytes = (
  path: string,
  contentType: string,
  check: (request: RecordedRequest) => Refusal | null,
  textOf: (body: Record<string, unknown>) => string,
): SpeechForm => ({
  serves: (request) => request.path === path,
  check,
  contentType,
  pieces: (reply, { body }) => piecesOf(soundOf(reply, textOf(body))),
})

const inputOf = ({ input }: Record<string, unknown>) => String(input)

/** OpenAI knows its own voices; a server of one's own has others. */
export const openaiSpeech = (knowsVoice: RegExp | null = openaiVoices): SpeechForm =>
  byBytes(
    '/v1/audio/speech',
    'audio/pcm',
    ({ body }) => {
      const shape = shapeRefusal(OpenaiBody, body)
      if (shape) return shape
      const { voice, response_format } = OpenaiBody.parse(body)
      if (knowsVoice && !knowsVoice.test(voice))
        return bad(`Invalid value: '${voice}'. Supported values are: 'alloy', …`)
      // Its default is MP3.
      return response_format === 'pcm' ? null : bad('The double plays raw samples alone')
    },
    inputOf,
  )

export const openRouterSpeech: SpeechForm = byBytes(
  '/api/v1/audio/speech',
  'audio/pcm;rate=24000;channels=1',
  ({ body }) => {
    const shape = shapeRefusal(OpenaiBody, body)
    if (shape) return shape
    return /^(mp3|pcm)$/.test(OpenaiBody.parse(body).response_format ?? '') ? null : bad('Invalid response_format')
  },
  inputOf,
)

const XaiBody = z.strictObject({
  text: z.string().min(1).max(15_000),
  voice_id: z.string(),
  language: z.string(),
  output_format: z.strictObject({ codec: z.literal('pcm'), sample_rate: z.literal(RATE_HZ) }),
})

export const xaiSpeech: SpeechForm = byBytes(
  '/v1/tts',
  'audio/pcm',
  ({ body }) => shapeRefusal(XaiBody, body),
  ({ text }) => String(text),
)

const GeminiBody = z.strictObject({
  contents: z.tuple([
    z.strictObject({ role: z.literal('user'), parts: z.tuple([z.strictObject({ text: z.string() })]) }),
  ]),
  generationConfig: z.strictObject({
    responseModalities: z.tuple([z.literal('AUDIO')]),
    speechConfig: z.strictObject({
      voiceConfig: z.strictObject({ prebuiltVoiceConfig: z.strictObject({ voiceName: z.string().min(1) }) }),
    }),
  }),
})

export const geminiSpeech: SpeechForm = {
  serves: ({ path, body }) =>
    /^\/v1beta\/models\/[^/:]+:streamGenerateContent\?alt=sse$/.test(path) && JSON.stringify(body).includes('"AUDIO"'),
  check: ({ body }) => shapeRefusal(GeminiBody, body),
  contentType: 'text/event-stream',
  pieces(reply, { body }) {
    const [{ parts }] = GeminiBody.parse(body).contents
    const usage = reply.usage === undefined ? { input_tokens: 10, output_tokens: 5 } : reply.usage
    const events = piecesOf(soundOf(reply, parts[0].text)).map((piece) => ({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: piece.toString('base64') } }],
          },
        },
      ],
    }))
    const finish = { stop: 'STOP', length: 'MAX_TOKENS', content_filter: 'PROHIBITED_CONTENT' }[reply.finish ?? 'stop']
    const last = {
      candidates: [{ finishReason: finish }],
      ...(usage && {
        usageMetadata: { promptTokenCount: usage.input_tokens, candidatesTokenCount: usage.output_tokens },
      }),
    }
    return [...events, last].map((event) => Buffer.from(sse(event)))
  },
}
