import { z } from 'zod'
import { bad, isSignature, shapeRefusal, signatureOf } from './checks.ts'
import { geminiSpeech } from './speeches.ts'
import { geminiSchemaCheck } from './tool-schema-checks.ts'
import { geminiTranscription } from './transcriptions.ts'
import { type RecordedRequest, type Refusal, sse, startVendorDouble, type WireForm } from './vendor-double.ts'

const functionName = z.string().regex(/^[a-zA-Z_][\w.:-]{0,63}$/, 'Invalid function name')

const Part = z.looseObject({
  text: z.string().optional(),
  thoughtSignature: z.string().optional(),
  inlineData: z.object({ mimeType: z.string(), data: z.string().min(1) }).optional(),
  functionCall: z.looseObject({ name: functionName, args: z.looseObject({}) }).optional(),
  functionResponse: z.looseObject({ name: functionName, response: z.looseObject({}) }).optional(),
})

const Body = z.looseObject({
  contents: z.array(z.object({ role: z.enum(['user', 'model']), parts: z.array(Part).min(1) })).min(1),
  tools: z
    .array(
      z.looseObject({
        functionDeclarations: z
          .array(z.looseObject({ name: functionName, parametersJsonSchema: z.unknown() }))
          .optional(),
      }),
    )
    .optional(),
  generationConfig: z
    .looseObject({
      maxOutputTokens: z.number().optional(),
      thinkingConfig: z
        .strictObject({
          thinkingBudget: z.number().optional(),
          thinkingLevel: z.enum(['minimal', 'low', 'medium', 'high']).optional(),
          includeThoughts: z.boolean().optional(),
        })
        .optional(),
    })
    .optional(),
})

/** The stand-in the vendor documents for a call that another model made. */
const SKIPPED = 'skip_thought_signature_validator'

function check({ path, body }: RecordedRequest): Refusal | null {
  const shape = shapeRefusal(Body, body)
  if (shape) return shape

  const { contents, tools = [] } = Body.parse(body)
  for (const { parametersJsonSchema } of tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations)) {
    const refusal = geminiSchemaCheck(parametersJsonSchema)
    if (refusal) return bad(refusal)
  }
  const order = orderRefusal(contents)
  if (order) return order
  const signs = path.includes('/gemini-3')
  for (const { parts } of contents) {
    const [first] = parts.filter((part) => part.functionCall)
    if (signs && first && !isSignature(first.thoughtSignature) && first.thoughtSignature !== SKIPPED) {
      return bad('Function call is missing a thought_signature in functionCall parts.')
    }
  }
  return null
}

type Content = z.infer<typeof Body>['contents'][number]

const countOf = (content: Content | undefined, key: 'functionCall' | 'functionResponse'): number =>
  content?.parts.filter((part) => part[key]).length ?? 0

/** Calls follow a turn of the user or results, and their results follow at once. */
function orderRefusal(contents: readonly Content[]): Refusal | null {
  if (contents.at(-1)?.role === 'model') return bad('Please ensure that single turn requests end with a user role.')
  for (const [index, content] of contents.entries()) {
    const calls = countOf(content, 'functionCall')
    if (calls === 0) continue
    if (index === 0 || contents[index - 1]?.role !== 'user')
      return bad(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      )
    if (countOf(contents[index + 1], 'functionResponse') !== calls)
      return bad(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      )
  }
  return null
}

const finishReasons = { stop: 'STOP', length: 'MAX_TOKENS', content_filter: 'SAFETY' }
const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
}

const form: WireForm = {
  speech: geminiSpeech,
  transcription: geminiTranscription(check),
  base_path: '/v1beta',
  key_page: '/v1beta/models?pageSize=1',
  serves: (path) => /^\/v1beta\/models\/[^/:]+:streamGenerateContent\?alt=sse$/.test(path),
  checkKey: (headers, key) => {
    const given = headers['x-goog-api-key']
    if (given === key) return null
    if (!given) return { status: 403, message: 'Method does not allow unregistered callers.' }
    return { status: 400, message: `API key not valid. Please pass a valid API key. ${given}` }
  },
  check,
  errorBody: (code, message) => ({ error: { code, message, status: statuses[code] ?? 'UNAVAILABLE' } }),
  overloaded: (message) => sse({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  events({ chunks, reasoning, images, tool_calls, usage, finish }, { path }) {
    const usageMetadata = {
      promptTokenCount: usage.input_tokens,
      candidatesTokenCount: usage.output_tokens,
      cachedContentTokenCount: usage.cached_input_tokens,
      totalTokenCount: usage.input_tokens + usage.output_tokens,
    }
    const chunk = (parts: object[], more: object = {}) =>
      sse({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], usageMetadata })
    const signs = reasoning !== '' || path.includes('/gemini-3')
    const calls = tool_calls.map(({ id, name, json }, index) =>
      chunk([
        {
          functionCall: { id, name, args: JSON.parse(json) },
          ...(signs && index === 0 && { thoughtSignature: signatureOf(reasoning) }),
        },
      ]),
    )
    return {
      start: [],
      content: [
        ...(reasoning ? [chunk([{ text: reasoning, thought: true }])] : []),
        ...chunks.map((text) => chunk([{ text }])),
        ...images.map(({ mime_type, data }) => chunk([{ inlineData: { mimeType: mime_type, data } }])),
        ...calls,
      ],
      finish: [chunk([{ text: '' }], { finishReason: finishReasons[finish] })],
    }
  },
}

export const startGeminiDouble = (key: string) => startVendorDouble(form, key)
