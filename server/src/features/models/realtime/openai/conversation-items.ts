import { randomUUID } from 'node:crypto'
import type { ModelMessage } from '../../model-language.ts'
import type { ToolForms } from '../../vendors/tool-forms.ts'

/** An item of the vendor's conversation; `key` identifies it in the run's conversation. */
export type KnownItem = { ids: string[]; key: string; isHeard: boolean }

type WantedItem = { key: string; item: object }

export const assistantKey = (text: string): string => `assistant:${text.trim()}`
export const callKey = (call_id: string): string => `call:${call_id}`
const userKey = (text: string): string => `user:${text.trim()}`

/** What the caller has said is in the conversation as audio. */
export const heardItem = (id: string, transcript: string): KnownItem => ({
  ids: [id],
  key: userKey(transcript),
  isHeard: true,
})

/**
 * The events after which the vendor's conversation is the run's. What is the same at both ends of it stays, so that audio stays
 * audio; what is between is deleted and written again, such as an answer of which only a part was heard.
 */
export function bringUpToDate(
  known: readonly KnownItem[],
  messages: readonly ModelMessage[],
  forms: ToolForms,
): { events: object[]; known: KnownItem[] } {
  const wanted = messages.flatMap((message) => itemsOf(message, forms))
  const present = joinHeard(known, wanted)
  const shorter = Math.min(present.length, wanted.length)
  const isSame = (at: number, other: number): boolean => present[at]?.key === wanted[other]?.key
  let first = 0
  while (first < shorter && isSame(first, first)) first++
  let last = 0
  while (last < shorter - first && isSame(present.length - 1 - last, wanted.length - 1 - last)) last++

  const kept = present.slice(0, first)
  const outdated = present.slice(first, present.length - last)
  const events: object[] = outdated.flatMap(({ ids }) =>
    ids.map((item_id) => ({ type: 'conversation.item.delete', item_id })),
  )
  let previous_item_id = kept.at(-1)?.ids.at(-1) ?? 'root'
  const written = wanted.slice(first, wanted.length - last).map(({ key, item }): KnownItem => {
    const id = `item_${randomUUID().replaceAll('-', '').slice(0, 24)}`
    events.push({ type: 'conversation.item.create', previous_item_id, item: { id, ...item } })
    previous_item_id = id
    return { ids: [id], key, isHeard: false }
  })
  return { events, known: [...kept, ...written, ...present.slice(present.length - last)] }
}

/** Who went on speaking after a pause is heard in pieces, which are one message. */
function joinHeard(known: readonly KnownItem[], wanted: readonly WantedItem[]): KnownItem[] {
  const asked = wanted.findLast(({ key }) => key.startsWith(userKey('')))
  const from = known.findLastIndex(({ isHeard }) => !isHeard) + 1
  for (let start = from; start < known.length; start++) {
    const pieces = known.slice(start)
    const key = userKey(pieces.map((piece) => piece.key.slice(userKey('').length)).join(' '))
    if (key !== asked?.key) continue
    return [...known.slice(0, start), { ids: pieces.flatMap(({ ids }) => ids), key, isHeard: true }]
  }
  return [...known]
}

/** The provider package omits calls, and gives an assistant's text a type that the vendor refuses. */
function itemsOf(message: ModelMessage, forms: ToolForms): WantedItem[] {
  if (message.role === 'user') return [userItem(message)]
  if (message.role === 'tool') {
    return message.results.map(({ call_id, output }) => ({
      key: `result:${call_id}`,
      item: { type: 'function_call_output', call_id, output: textOf(output) },
    }))
  }
  const { content, tool_calls = [] } = message
  const said = {
    key: assistantKey(content),
    item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: content }] },
  }
  return [
    ...(content.trim() === '' ? [] : [said]),
    ...tool_calls.map(({ id, ...call }) => {
      const { name, input } = forms.encodeCall(call)
      return { key: callKey(id), item: { type: 'function_call', call_id: id, name, arguments: textOf(input) } }
    }),
  ]
}

function userItem({ content, images = [] }: Extract<ModelMessage, { role: 'user' }>): WantedItem {
  const pictures = images.map(({ mime_type, data }) => ({
    type: 'input_image',
    image_url: `data:${mime_type};base64,${Buffer.from(data).toString('base64')}`,
  }))
  return {
    // A picture that was heard about and not seen is another message.
    key: images.length === 0 ? userKey(content) : `pictures:${images.length}:${content}`,
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: content }, ...pictures] },
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null'))
