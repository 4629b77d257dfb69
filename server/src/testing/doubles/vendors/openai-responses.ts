import { z } from 'zod'
import { bad, bearerRefusal, isSignature, shapeRefusal, signatureOf } from './checks.ts'
import { openaiSpeech, xaiSpeech } from './speeches.ts'
import { openaiSchemaCheck } from './tool-schema-checks.ts'
import { openaiTranscription, xaiTranscription } from './transcriptions.ts'
import { type RecordedRequest, type Refusal, sse, startVendorDouble, type WireForm } from './vendor-double.ts'

const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'Expected a name that matches ^[a-zA-Z0-9_-]+$')

const Item = z.union([
  z.looseObject({ type: z.literal('function_call'), call_id: z.string(), name: toolName, arguments: z.string() }),
  z.looseObject({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
  z.looseObject({
    type: z.literal('reasoning'),
    summary: z.array(z.unknown()),
    encrypted_content: z.string().nullish(),
  }),
  z.looseObject({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: z.unknown() }),
])

const Body = z.looseObject({
  model: z.string(),
  stream: z.literal(true),
  input: z.array(Item),
  store: z.literal(false, 'The double keeps nothing, so `store` must be false'),
  tools: z
    .array(z.looseObject({ type: z.literal('function'), name: toolName, parameters: z.looseObject({}) }))
    .optional(),
  reasoning: z
    .looseObject({ effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).optional() })
    .optional(),
  include: z.array(z.string()).optional(),
  max_output_tokens: z.number().optional(),
})

function check({ body }: RecordedRequest): Refusal | null {
  const shape = shapeRefusal(Body, body)
  if (shape) return shape

  const { input, tools = [] } = Body.parse(body)
  if (tools.length > 128)
    return bad(
      `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools.length} instead.`,
    )
  for (const { name, parameters } of tools) {
    const refusal = openaiSchemaCheck(parameters)
    if (refusal) return bad(`Invalid schema for function '${name}': ${refusal}`)
  }
  const calls = new Set<string>()
  for (const item of input) {
    if (item.type === 'function_call') calls.add(String(item.call_id))
    if (item.type === 'function_call_output' && !calls.delete(String(item.call_id))) {
      return bad(`No tool call found for function call output with call_id ${item.call_id}.`)
    }
    if (item.type === 'reasoning' && !isSignature(item.encrypted_content)) {
      return bad(`The encrypted content of item '${item.id}' could not be verified.`)
    }
  }
  const [open] = calls
  return open ? bad(`No tool output found for function call ${open}.`) : null
}

export const responsesForm: WireForm = {
  speech: openaiSpeech(),
  transcription: openaiTranscription,
  base_path: '/v1',
  key_page: '/v1/models',
  serves: (path) => path === '/v1/responses',
  checkKey: bearerRefusal,
  check,
  errorBody: (status, message) => ({
    error: { message, type: status === 429 ? 'rate_limit_exceeded' : 'invalid_request_error', param: null, code: null },
  }),
  overloaded: (message) =>
    sse(
      {
        type: 'error',
        sequence_number: 9,
        error: { type: 'server_error', code: 'server_error', message, param: null },
      },
      'error',
    ),
  events({ chunks, reasoning, tool_calls, usage, finish }, { body }) {
    const response = { id: 'resp_1', object: 'response', created_at: 1, model: body.model, output: [] }
    const content: string[] = []
    const send = (type: string, fields: object) => content.push(sse({ type, ...fields }, type))
    let output_index = 0

    if (reasoning) {
      const item = { type: 'reasoning', id: 'rs_1', status: 'completed', encrypted_content: signatureOf(reasoning) }
      const at = { item_id: 'rs_1', output_index, summary_index: 0 }
      send('response.output_item.added', { output_index, item: { ...item, summary: [], encrypted_content: null } })
      send('response.reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } })
      send('response.reasoning_summary_text.delta', { ...at, delta: reasoning })
      send('response.reasoning_summary_part.done', { ...at, part: { type: 'summary_text', text: reasoning } })
      const summary = [{ type: 'summary_text', text: reasoning }]
      send('response.output_item.done', { output_index: output_index++, item: { ...item, summary } })
    }
    if (chunks.length > 0) {
      const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [] }
      send('response.output_item.added', { output_index, item })
      for (const delta of chunks) {
        send('response.output_text.delta', { item_id: 'msg_1', output_index, content_index: 0, delta })
      }
      const text = chunks.join('')
      const done = { ...item, content: [{ type: 'output_text', text, annotations: [] }] }
      send('response.output_item.done', { output_index: output_index++, item: done })
    }
    for (const { id, name, json } of tool_calls) {
      const item = { type: 'function_call', id: `fc_${id}`, call_id: id, name, status: 'completed' }
      send('response.output_item.added', { output_index, item: { ...item, arguments: '' } })
      send('response.function_call_arguments.delta', { item_id: item.id, output_index, delta: json })
      send('response.function_call_arguments.done', { item_id: item.id, output_index, arguments: json })
      send('response.output_item.done', { output_index: output_index++, item: { ...item, arguments: json } })
    }

    const type = finish === 'stop' ? 'response.completed' : 'response.incomplete'
    const reason = finish === 'length' ? 'max_output_tokens' : 'content_filter'
    const last = {
      ...response,
      status: finish === 'stop' ? 'completed' : 'incomplete',
      incomplete_details: finish === 'stop' ? null : { reason },
      usage: {
        input_tokens: usage.input_tokens,
        input_tokens_details: { cached_tokens: usage.cached_input_tokens },
        output_tokens: usage.output_tokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: usage.input_tokens + usage.output_tokens,
      },
    }
    return {
      start: [sse({ type: 'response.created', response }, 'response.created')],
      content,
      finish: [sse({ type, response: last }, type)],
    }
  },
}

/** xAI speaks the same form, with an error shape of its own and 400 for a wrong key. */
const xai: WireForm = {
  ...responsesForm,
  speech: xaiSpeech,
  transcription: xaiTranscription,
  overloaded: (message) => sse({ type: 'error', code: 'server_error', message, param: null }, 'error'),
  checkKey(headers, key) {
    const refusal = bearerRefusal(headers, key)
    return refusal && { ...refusal, status: headers.authorization ? 400 : 401 }
  },
  errorBody: (status, message) => ({
    code: status === 400 ? 'Client specified an invalid argument' : 'error',
    error: message,
  }),
}

export const startOpenAIDouble = (key: string) => startVendorDouble(responsesForm, key)
export const startXaiDouble = (key: string) => startVendorDouble(xai, key)
