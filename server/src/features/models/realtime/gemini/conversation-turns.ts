import type { ModelMessage, ToolCall } from '../../model-language.ts'

/** A message of the run's conversation; `key` says whether the vendor's conversation has the same one. */
export type Turn = { key: string } & (
  | { type: 'user'; text: string; images: { mime_type: string; data: Uint8Array }[] }
  | { type: 'model'; text: string }
  | { type: 'results'; text: string; results: { id: string; name: string; output: unknown }[] }
)

export const modelKey = (text: string, call_ids: readonly string[]): string =>
  `model:${text.trim()}|${call_ids.join(',')}`

export function turnsOf(messages: readonly ModelMessage[]): Turn[] {
  const calls = new Map<string, ToolCall>()
  return messages.map((message): Turn => {
    if (message.role === 'user') {
      const { content: text, images = [] } = message
      return { type: 'user', key: `user:${images.length}:${text.trim()}`, text, images }
    }
    if (message.role === 'assistant') {
      const { content: text, tool_calls = [] } = message
      for (const call of tool_calls) calls.set(call.id, call)
      const ids = tool_calls.map(({ id }) => id)
      return { type: 'model', key: modelKey(text, ids), text }
    }
    const results = message.results.map(({ call_id, name, output }) => ({ id: call_id, name, output }))
    const text = results.map(({ id, name, output }) => described(name, calls.get(id)?.input, output)).join('\n')
    return { type: 'results', key: `results:${results.map(({ id }) => id).join(',')}`, text, results }
  })
}

/** A session has no calls but its own: those of an earlier one are described in words, as Google's own agents are. */
const described = (name: string, input: unknown, output: unknown): string =>
  `For context: the tool ${name} was called with ${JSON.stringify(input ?? {})} and returned ${JSON.stringify(output ?? null)}`

/** The conversation before a session's first turn. */
export const historyOf = (turns: readonly Turn[]) =>
  turns.flatMap(({ type, text, ...turn }) => {
    const pictures = 'images' in turn ? turn.images.map(pictureOf) : []
    const parts = [...(text.trim() === '' ? [] : [{ text }]), ...pictures.map((inlineData) => ({ inlineData }))]
    return parts.length === 0 ? [] : [{ role: type === 'model' ? 'model' : 'user', parts }]
  })

export const pictureOf = ({ mime_type, data }: { mime_type: string; data: Uint8Array }) => ({
  mimeType: mime_type,
  data: Buffer.from(data).toString('base64'),
})
