/** What streams of chat completions are made of. */
import { sse } from '../vendor-double.ts'
import type { VendorStream } from './vendor-stream.ts'

export const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) =>
  sse({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  })
export const counted = (usage: unknown) => sse({ id: 'c1', created: 1, model: 'm', choices: [], usage })
export const texts = (...pieces: string[]) => pieces.map((content) => chunk({ content }))
export const STOP = chunk({}, 'stop')
export const DONE = sse('[DONE]')
export const USAGE = counted({ prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 })
export const COUNTED = { input_tokens: 100, output_tokens: 7, cached_input_tokens: 0 }
export const call = (more: object, name?: string, args?: string) => ({
  ...more,
  function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
})
export const calls = (...tool_calls: object[]) => chunk({ tool_calls })
export const TWO = [
  { name: 'look', input: { at: 'a' } },
  { name: 'look', input: { at: 'b' } },
]
export const called = { text: '', reason: 'tool_calls' as const, tool_calls: TWO }
export const calling = (name: string, ...events: string[]): VendorStream => ({
  name,
  events: [...events, chunk({}, 'tool_calls'), USAGE, DONE],
  answer: called,
})
