import { z } from 'zod'
import { bad, bearerRefusal, isSignature, shapeRefusal, signatureOf } from './checks.ts'
import { openRouterModels } from './openrouter-models.ts'
import { openaiSpeech, openRouterSpeech } from './speeches.ts'
import { everySchemaCheck, llamaSchemaCheck, type SchemaCheck } from './tool-schema-checks.ts'
import { openaiTranscription, openRouterTranscription } from './transcriptions.ts'
import { type RecordedRequest, type Refusal, sse, startVendorDouble, type WireForm } from './vendor-double.ts'

const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'Expected a name that matches ^[a-zA-Z0-9_-]+$')

const Call = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: toolName, arguments: z.string() }),
})

const Message = z.discriminatedUnion('role', [
  z.looseObject({
    role: z.literal('system'),
    content: z.union([z.string(), z.array(z.looseObject({ type: z.literal('text') }))]),
  }),
  z.looseObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.looseObject({ type: z.string() })).min(1)]),
  }),
  z.looseObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z.array(Call).optional(),
    reasoning_details: z.array(z.looseObject({ signature: z.unknown() })).optional(),
  }),
  z.looseObject({ role: z.literal('tool'), content: z.string(), tool_call_id: z.string() }),
])

const Body = z.looseObject({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(Message).min(1),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({ name: toolName, parameters: z.unknown() }),
      }),
    )
    .optional(),
  stream_options: z.object({ include_usage: z.boolean() }).optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high']).optional(),
  max_tokens: z.number().optional(),
})

function check({ body }: RecordedRequest, schemaCheck: SchemaCheck): Refusal | null {
  const shape = shapeRefusal(Body, body)
  if (shape) return shape
  for (const { function: tool } of Body.parse(body).tools ?? []) {
    const refusal = schemaCheck(tool.parameters)
    if (refusal) return bad(`Invalid schema for function '${tool.name}': ${refusal}`)
  }

  let open = new Set<string>()
  for (const message of Body.parse(body).messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) return bad("A message with role 'tool' must follow its 'tool_calls'.")
      continue
    }
    if (open.size > 0) return bad("An assistant message with 'tool_calls' must be followed by tool messages.")
    if (message.role !== 'assistant') continue
    open = new Set(message.tool_calls?.map((call) => call.id))
    if (message.reasoning_details?.some((detail) => !isSignature(detail.signature))) {
      return bad('Invalid signature in reasoning_details.')
    }
  }
  return open.size > 0 ? bad("An assistant message with 'tool_calls' must be followed by tool messages.") : null
}

const finishReasons = { stop: 'stop', length: 'length', content_filter: 'content_filter' }

function chatForm(flavour: 'custom' | 'openrouter'): WireForm {
  const base_path = flavour === 'openrouter' ? '/api/v1' : '/v1'
  return {
    transcription: flavour === 'openrouter' ? openRouterTranscription : openaiTranscription,
    speech: flavour === 'openrouter' ? openRouterSpeech : openaiSpeech(null),
    base_path,
    key_page: `${base_path}/${flavour === 'openrouter' ? 'key' : 'models'}`,
    serves: (path) => path === `${base_path}/chat/completions`,
    ...(flavour === 'openrouter' && { page: openRouterModels }),
    checkKey: bearerRefusal,
    check: (request) => check(request, flavour === 'openrouter' ? everySchemaCheck : llamaSchemaCheck),
    errorBody: (status, message) => ({
      error: {
        message,
        code: flavour === 'openrouter' ? status : null,
        ...(flavour === 'custom' && { type: 'error' }),
      },
    }),
    overloaded: (message) => {
      const error = flavour === 'openrouter' ? { message, code: 502 } : { message, type: 'overloaded', code: null }
      return sse({
        id: 'chatcmpl-1',
        ...(flavour === 'openrouter' && { choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] }),
        error,
      })
    },
    events({ chunks, reasoning, images, tool_calls, usage, finish }, { body }) {
      const chunk = (delta: object, finish_reason: string | null = null) =>
        sse({
          id: 'chatcmpl-1',
          object: 'chat.completion.chunk',
          created: 1,
          model: body.model,
          choices: [{ index: 0, delta, finish_reason }],
        })
      const thought =
        flavour === 'custom'
          ? { reasoning_content: reasoning }
          : {
              reasoning,
              reasoning_details: [
                {
                  type: 'reasoning.text',
                  text: reasoning,
                  signature: signatureOf(reasoning),
                  format: 'anthropic-claude-v1',
                  index: 0,
                },
              ],
            }
      const calls = tool_calls.flatMap(({ id, name, json }, index) => {
        return [
          chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
          chunk({ tool_calls: [{ index, function: { arguments: json.slice(0, 3) } }] }),
          chunk({ tool_calls: [{ index, function: { arguments: json.slice(3) } }] }),
        ]
      })
      const drawn = images.map(({ mime_type, data }) =>
        chunk({ images: [{ type: 'image_url', image_url: { url: `data:${mime_type};base64,${data}` } }] }),
      )
      const counted = {
        prompt_tokens: usage.input_tokens,
        completion_tokens: usage.output_tokens,
        total_tokens: usage.input_tokens + usage.output_tokens,
        prompt_tokens_details: { cached_tokens: usage.cached_input_tokens },
        ...(flavour === 'openrouter' && { cost: 0.0001 }),
      }
      const asked = Body.parse(body).stream_options?.include_usage || flavour === 'openrouter'
      return {
        start: [chunk({ role: 'assistant', content: '' })],
        content: [
          ...(reasoning ? [chunk(thought)] : []),
          ...chunks.map((content) => chunk({ content })),
          ...drawn,
          ...calls,
        ],
        finish: [
          chunk({}, tool_calls.length > 0 ? 'tool_calls' : finishReasons[finish]),
          ...(asked ? [sse({ id: 'chatcmpl-1', created: 1, model: body.model, choices: [], usage: counted })] : []),
          sse('[DONE]'),
        ],
      }
    },
  }
}

/** A null key is a server that asks for none. */
export const startCustomDouble = (key: string | null) => startVendorDouble(chatForm('custom'), key)
export const startOpenRouterDouble = (key: string) => startVendorDouble(chatForm('openrouter'), key)
