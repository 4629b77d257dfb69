import { z } from 'zod'
import { bad, isSignature, shapeRefusal, signatureOf } from './checks.ts'
import { anthropicSchemaCheck } from './tool-schema-checks.ts'
import { type RecordedRequest, type Refusal, sse, startVendorDouble, type WireForm } from './vendor-double.ts'

const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/, "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'")

/** The longer side in pixels, of a PNG. */
function maxSide(base64: string): number {
  const head = Buffer.from(base64.slice(0, 32), 'base64')
  return base64.startsWith(firstBytes['image/png']) && head.length === 24
    ? Math.max(head.readUInt32BE(16), head.readUInt32BE(20))
    : 0
}

/** As base64. */
const firstBytes = { 'image/jpeg': '/9j/', 'image/png': 'iVBOR', 'image/gif': 'R0lGOD', 'image/webp': 'UklGR' }

const Block = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('text'),
    text: z.string().regex(/\S/, 'text content blocks must contain non-whitespace text'),
  }),
  z.looseObject({
    type: z.literal('image'),
    source: z
      .looseObject({
        type: z.literal('base64'),
        media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
        data: z.string().min(1),
      })
      .refine(({ data }) => data.length <= 10 * 1024 * 1024, 'image exceeds 10 MB maximum')
      .refine(
        ({ data }) => maxSide(data) <= 8000,
        'At least one of the image dimensions exceed max allowed size: 8000 pixels',
      )
      .refine(
        ({ media_type, data }) => data.startsWith(firstBytes[media_type]),
        'The image does not match its media type',
      ),
  }),
  z.looseObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.looseObject({ type: z.literal('tool_use'), id: z.string(), name: toolName, input: z.looseObject({}) }),
  z.looseObject({ type: z.literal('tool_result'), tool_use_id: z.string() }),
])

const Body = z.looseObject({
  model: z.string(),
  stream: z.literal(true),
  max_tokens: z.number().int().positive(),
  messages: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content: z.union([z.string(), z.array(Block).min(1)]) }))
    .min(1),
  tools: z.array(z.looseObject({ name: toolName, input_schema: z.looseObject({}) })).optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('enabled'), budget_tokens: z.number().min(1024) }),
      z.looseObject({ type: z.literal('adaptive') }),
      z.object({ type: z.enum(['disabled', 'between_tools']) }),
    ])
    .optional(),
})

const checkVersion = (headers: RecordedRequest['headers']) =>
  headers['anthropic-version'] ? null : bad('anthropic-version: header is required')

function check({ headers, body }: RecordedRequest): Refusal | null {
  const version = checkVersion(headers)
  if (version) return version
  const shape = shapeRefusal(Body, body)
  if (shape) return shape

  const { messages, thinking, max_tokens, tools = [] } = Body.parse(body)
  if (messages.at(-1)?.role !== 'user')
    return bad('This model does not support assistant message prefill. The conversation must end with a user message.')
  for (const [index, { input_schema }] of tools.entries()) {
    const refusal = anthropicSchemaCheck(input_schema)
    if (refusal) return bad(`tools.${index}.custom.${refusal}`)
  }
  if (thinking?.type === 'enabled' && thinking.budget_tokens >= max_tokens) {
    return bad('`max_tokens` must be greater than `thinking.budget_tokens`')
  }
  for (const [index, { content }] of messages.entries()) {
    const blocks = typeof content === 'string' ? [] : content
    const next = messages[index + 1]?.content
    const answered = typeof next === 'object' ? next : []
    for (const block of blocks) {
      if (block.type === 'thinking' && !isSignature(block.signature))
        return bad('Invalid `signature` in `thinking` block')
      if (block.type !== 'tool_use') continue
      if (!answered.some((result) => result.type === 'tool_result' && result.tool_use_id === block.id)) {
        return bad(`\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${block.id}`)
      }
      if (thinking?.type === 'enabled' && index === messages.length - 2 && blocks[0]?.type !== 'thinking') {
        return bad('Expected `thinking` or `redacted_thinking`, but found `tool_use`')
      }
    }
  }
  return null
}

const stopReasons = { stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal' }

const form: WireForm = {
  base_path: '/v1',
  key_page: '/v1/models?limit=1',
  checkVersion,
  serves: (path) => path === '/v1/messages',
  checkKey: (headers, key) => {
    const given = headers['x-api-key']
    return given === key
      ? null
      : { status: 401, message: given ? `invalid x-api-key: ${given}` : 'x-api-key is required' }
  },
  check,
  errorBody: (status, message) => ({ type: 'error', error: { type: errorType(status), message } }),
  overloaded: (message) => sse({ type: 'error', error: { type: 'overloaded_error', message } }, 'error'),
  events({ chunks, reasoning, tool_calls, usage, finish }, { body }) {
    const content: string[] = []
    const send = (type: string, fields: object) => content.push(sse({ type, ...fields }, type))
    let index = 0
    const block = (content_block: object, deltas: object[]) => {
      send('content_block_start', { index, content_block })
      for (const delta of deltas) send('content_block_delta', { index, delta })
      send('content_block_stop', { index: index++ })
    }

    if (reasoning) {
      block({ type: 'thinking', thinking: '' }, [
        { type: 'thinking_delta', thinking: reasoning },
        { type: 'signature_delta', signature: signatureOf(reasoning) },
      ])
    }
    if (chunks.length > 0)
      block(
        { type: 'text', text: '' },
        chunks.map((text) => ({ type: 'text_delta', text })),
      )
    for (const { id, name, json } of tool_calls) {
      block({ type: 'tool_use', id, name, input: {} }, [
        { type: 'input_json_delta', partial_json: json.slice(0, 3) },
        { type: 'input_json_delta', partial_json: json.slice(3) },
      ])
    }

    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [],
      usage: {
        input_tokens: usage.input_tokens - usage.cached_input_tokens,
        cache_read_input_tokens: usage.cached_input_tokens,
        output_tokens: 1,
      },
    }
    const delta = { stop_reason: tool_calls.length > 0 ? 'tool_use' : stopReasons[finish], stop_sequence: null }
    const last = { type: 'message_delta', delta, usage: { output_tokens: usage.output_tokens } }
    return {
      start: [sse({ type: 'message_start', message }, 'message_start'), sse({ type: 'ping' }, 'ping')],
      content,
      finish: [sse(last, 'message_delta'), sse({ type: 'message_stop' }, 'message_stop')],
    }
  },
}

function errorType(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 429) return 'rate_limit_error'
  if (status === 529) return 'overloaded_error'
  return status >= 500 ? 'api_error' : 'invalid_request_error'
}

export const startAnthropicDouble = (key: string) => startVendorDouble(form, key)
