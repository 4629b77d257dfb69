/** The strict side of each vendor's speech to text; what its key is and how it refuses is with its chat. */
import { z } from 'zod'
import { bad, shapeRefusal } from './checks.ts'
import {
  type JsonObject,
  parsed,
  type RecordedRequest,
  type Refusal,
  type Reply,
  type TranscriptionForm,
} from './vendor-double.ts'

const MAX_BYTES = 25 * 1024 * 1024

const FileField = z.strictObject({ name: z.string(), type: z.string(), bytes: z.instanceof(Buffer) })

/** What a form holds, in its order; a file with its bytes. */
async function readForm(bytes: Buffer<ArrayBuffer>, headers: { 'content-type'?: string }): Promise<JsonObject | null> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data; boundary=')) return null
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => null)
  const fields: [string, unknown][] = []
  for (const [name, value] of form ?? []) {
    if (typeof value === 'string') fields.push([name, value])
    else fields.push([name, { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) }])
  }
  return Object.fromEntries(fields)
}

function sizeRefusal(size: number): Refusal | null {
  if (size === 0) return bad('The audio file could not be decoded or its format is not supported.')
  if (size > MAX_BYTES) return { status: 413, message: `Maximum content size limit (${MAX_BYTES}) exceeded` }
  return null
}

const OpenaiForm = z.strictObject({
  model: z.string().min(1),
  file: FileField,
  language: z.string().optional(),
  prompt: z.string().optional(),
  response_format: z.enum(['json', 'verbose_json']).optional(),
  temperature: z.string().optional(),
  'languages[]': z.string().optional(),
  'keywords[]': z.string().optional(),
})

/** The name alone says which format it is, and `.oga` is none. */
const OPENAI_NAME = /\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/

const tokensOf = ({ input_tokens, output_tokens }: NonNullable<Reply['usage']>) => ({
  input_tokens,
  output_tokens,
  total_tokens: input_tokens + output_tokens,
})
const byDefault = { input_tokens: 10, output_tokens: 5 }

export const openaiTranscription: TranscriptionForm = {
  serves: (path) => path === '/v1/audio/transcriptions',
  read: readForm,
  check({ body }) {
    const shape = shapeRefusal(OpenaiForm, body)
    if (shape) return shape
    const { file } = OpenaiForm.parse(body)
    if (!OPENAI_NAME.test(file.name)) return bad(`Invalid file format. ${file.name} is not supported.`)
    return sizeRefusal(file.bytes.length)
  },
  answer: ({ text = 'ok', usage = byDefault, seconds }) => ({
    text,
    ...(seconds !== undefined
      ? { usage: { type: 'duration', seconds } }
      : usage && { usage: { type: 'tokens', ...tokensOf(usage) } }),
  }),
}

const XaiForm = z.strictObject({ language: z.string().optional(), file: FileField })

export const xaiTranscription: TranscriptionForm = {
  serves: (path) => path === '/v1/stt',
  read: readForm,
  check({ body }) {
    const shape = shapeRefusal(XaiForm, body)
    if (shape) return shape
    if (Object.keys(body).at(-1) !== 'file') return bad('The file must be the last field')
    const { file } = XaiForm.parse(body)
    if (!/\.(wav|mp3|ogg|opus|flac|aac|mp4|m4a|mkv)$/.test(file.name)) return bad(`Unsupported format: ${file.name}`)
    return sizeRefusal(file.bytes.length)
  },
  answer: ({ text = 'ok', seconds = 1 }) => ({ text, language: '', duration: seconds }),
}

const OpenRouterBody = z.strictObject({
  model: z.string().min(1),
  input_audio: z.strictObject({
    data: z.base64(),
    format: z.enum(['wav', 'mp3', 'flac', 'm4a', 'ogg', 'webm', 'aac']),
  }),
  language: z.string().optional(),
  temperature: z.number().optional(),
})

export const openRouterTranscription: TranscriptionForm = {
  serves: (path) => path === '/api/v1/audio/transcriptions',
  read: async (bytes, headers) => (headers['content-type']?.startsWith('application/json') ? parsed(bytes) : null),
  check({ body }) {
    const shape = shapeRefusal(OpenRouterBody, body)
    if (shape) return shape
    return sizeRefusal(Buffer.from(OpenRouterBody.parse(body).input_audio.data, 'base64').length)
  },
  answer: ({ text = 'ok', usage = byDefault, seconds }) => ({
    text,
    ...(seconds !== undefined
      ? { usage: { seconds, cost: 0.0001 } }
      : usage && { usage: { ...tokensOf(usage), cost: 0.0001 } }),
  }),
}

const InlineAudio = z.object({ mimeType: z.string(), data: z.base64().min(1) })
const Heard = z.looseObject({
  contents: z.array(z.object({ parts: z.array(z.looseObject({ inlineData: InlineAudio.optional() })) })),
})
const GEMINI_TYPES = /^audio\/(wav|mp3|mpeg|mp4|m4a|aiff|aac|ogg|flac|webm)$/

/** A chat model that hears: its body is that of a chat, and has audio in it. */
export const geminiTranscription = (check: (request: RecordedRequest) => Refusal | null): TranscriptionForm => ({
  serves: (path) => /^\/v1beta\/models\/[^/:]+:generateContent$/.test(path),
  read: async (bytes) => (bytes.length > 20_000_000 ? null : parsed(bytes)),
  check(request) {
    const refusal = check(request) ?? shapeRefusal(Heard, request.body)
    if (refusal) return refusal
    const audio = Heard.parse(request.body).contents.flatMap(({ parts }) =>
      parts.flatMap((part) => part.inlineData ?? []),
    )
    return audio.length === 1 && audio.every(({ mimeType }) => GEMINI_TYPES.test(mimeType))
      ? null
      : bad('Unable to process input audio')
  },
  answer: ({ text = 'ok', usage = byDefault, finish = 'stop' }) => ({
    candidates: [
      {
        index: 0,
        finishReason: { stop: 'STOP', length: 'MAX_TOKENS', content_filter: 'SAFETY' }[finish],
        ...(finish !== 'content_filter' && { content: { role: 'model', parts: [{ text }] } }),
      },
    ],
    ...(usage && {
      usageMetadata: { promptTokenCount: usage.input_tokens, candidatesTokenCount: usage.output_tokens },
    }),
  }),
})
