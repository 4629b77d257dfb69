import type { Experimental_RealtimeModelV4ServerEvent as ServerEvent } from '@ai-sdk/provider'
import { z } from 'zod'
import type { CountedUsage, ModelPart, VendorConnection } from '../../model-language.ts'
import { brokenStream } from '../../vendors/failure.ts'
import { inputOf } from '../../vendors/tool-calls.ts'
import type { ToolForms } from '../../vendors/tool-forms.ts'

const Content = z.looseObject({ transcript: z.string().nullish(), text: z.string().nullish() })
const Message = z.looseObject({ type: z.literal('message'), id: z.string(), content: z.array(Content).catch([]) })
const Call = z.looseObject({
  type: z.literal('function_call'),
  id: z.string(),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
})
const Done = z.looseObject({
  response: z.looseObject({
    status: z.string(),
    status_details: z
      .looseObject({
        reason: z.string().nullish(),
        error: z.looseObject({ type: z.string().nullish(), code: z.string().nullish() }).nullish(),
      })
      .nullish(),
    output: z.array(z.unknown()).catch([]),
  }),
})

type DoneEvent = Extract<ServerEvent, { type: 'response-done' }>
type OutputItem =
  | { type: 'message'; id: string; text: string }
  | { type: 'function_call'; id: string; call_id: string; name: string; arguments: string }

/** The text and tool calls that a response has added to the conversation. */
export function outputOf(raw: unknown): OutputItem[] {
  const output = Done.safeParse(raw).data?.response.output ?? []
  return output.flatMap((item): OutputItem[] => {
    const call = Call.safeParse(item).data
    if (call) return [call]
    const message = Message.safeParse(item).data
    if (!message) return []
    const text = message.content.map(({ transcript, text }) => transcript ?? text ?? '').join('')
    return [{ type: 'message', id: message.id, text }]
  })
}

/** What an event means for the run. Throws where the response has failed. */
export function partsOf(event: ServerEvent, connection: VendorConnection, forms: ToolForms): ModelPart[] {
  if (event.type === 'audio-transcript-delta' || event.type === 'text-delta') {
    const text = event.delta.replaceAll('\0', '')
    return text === '' ? [] : [{ type: 'text', text }]
  }
  if (event.type !== 'response-done') return []
  const response = Done.safeParse(event.raw).data?.response
  if (!response) throw brokenStream(connection)
  const { status, status_details } = response
  if (status === 'failed') throw status_details?.error ?? brokenStream(connection)
  if (status !== 'completed' && status !== 'incomplete') throw brokenStream(connection)
  const calls = outputOf(event.raw).flatMap((item): ModelPart[] =>
    item.type === 'function_call' && status === 'completed'
      ? [
          {
            type: 'tool_call',
            id: item.call_id,
            ...forms.decodeCall({ name: item.name, input: inputOf(item.arguments) }),
          },
        ]
      : [],
  )
  return [...calls, { type: 'finish', reason: reasonOf(status, status_details?.reason, calls), usage: usageOf(event) }]
}

function reasonOf(status: string, why: string | null | undefined, calls: ModelPart[]) {
  if (status === 'incomplete') return why === 'content_filter' ? 'content_filter' : 'length'
  return calls.length > 0 ? 'tool_calls' : 'stop'
}

/** Null for each count that is missing. */
export const usageOf = ({ usage }: DoneEvent): CountedUsage => ({
  input_tokens: usage?.inputTokens ?? null,
  output_tokens: usage?.outputTokens ?? null,
  cached_input_tokens: usage?.cachedInputTokens ?? 0,
  total_tokens: null,
})
