import type { ItemToCreate } from './client-events.ts'
import type { ConversationItem } from './server-events.ts'

/** `audio_ms`: what the item has of audio; null for one of text. `wire`: as the vendor shows it. */
export type Item = {
  id: string
  label: string
  text: string
  audio_ms: number | null
  call_id: string | null
  wire: ConversationItem
}

/** The conversation that the vendor keeps; each method says what it refuses, or null. */
export function openConversation() {
  let items: Item[] = []
  const find = (id: string): Item | undefined => items.find((item) => item.id === id)

  return {
    /** Adds it at the end and returns the id of the item before it. */
    add(item: Item): string | null {
      const previous = items.at(-1)?.id ?? null
      items.push(item)
      return previous
    },
    find,
    /** What the model reads, in order. */
    read: () => items.map(({ label, text }) => [label, text]),
    previousOf: (id: string): string | null => items[items.findIndex((item) => item.id === id) - 1]?.id ?? null,

    create(created: ItemToCreate, id: string, previous?: string): string | null {
      if (find(id)) return `Item with ID ${id} already exists.`
      if (previous !== undefined && previous !== 'root' && !find(previous)) return `Item ${previous} does not exist.`
      const answersCall = created.type === 'function_call_output' ? created.call_id : null
      if (answersCall && !items.some((item) => item.label === 'call' && item.call_id === answersCall)) {
        return `Tool call ID '${answersCall}' not found in conversation.`
      }
      const at = previous === undefined ? items.length : items.findIndex((item) => item.id === previous) + 1
      const wire: ConversationItem = { ...created, id, object: 'realtime.item', status: 'completed' }
      items.splice(at, 0, { id, audio_ms: null, wire, ...contentOf(created) })
      return null
    },
    remove(id: string): string | null {
      if (!find(id)) return `Item with item_id ${id} does not exist.`
      items = items.filter((item) => item.id !== id)
      return null
    },
    truncate(id: string, ms: number): string | null {
      const item = find(id)
      if (item?.label !== 'assistant audio') return 'Only model output audio messages can be truncated.'
      if (ms > (item.audio_ms ?? 0)) return `Audio content of ${item.audio_ms}ms is already shorter than ${ms}ms`
      item.text = item.text.slice(0, Math.round((item.text.length * ms) / (item.audio_ms || 1)))
      item.audio_ms = ms
      // What is left is heard by the model. The vendor deletes the whole transcript of what it cuts.
      item.wire = spokenItem(id, null, 'incomplete')
      return null
    },
    /** Every call must have its result before the model is asked again. */
    openCall: (): string | null =>
      items.find(
        (item) =>
          item.label === 'call' && !items.some((other) => other.label === 'result' && other.call_id === item.call_id),
      )?.call_id ?? null,
  }
}

type Status = 'completed' | 'incomplete' | 'in_progress'

/** A message of the model; empty where its transcript is undefined. */
export const spokenItem = (id: string, transcript: string | null | undefined, status: Status): ConversationItem => {
  const content = transcript === undefined ? [] : [{ type: 'output_audio' as const, transcript }]
  // On the wire a transcript that there is not is null; the package's type leaves it out.
  return { id, object: 'realtime.item', type: 'message', status, role: 'assistant', content: content as [] }
}

export const heardItem = (id: string, transcript: string | null): ConversationItem => {
  const content = [{ type: 'input_audio' as const, transcript }]
  return { id, object: 'realtime.item', type: 'message', status: 'completed', role: 'user', content: content as [] }
}

function contentOf(created: ItemToCreate): Pick<Item, 'label' | 'text' | 'call_id'> {
  if (created.type === 'function_call') {
    return { label: 'call', text: `${created.name} ${created.arguments}`, call_id: created.call_id }
  }
  if (created.type === 'function_call_output') {
    return { label: 'result', text: created.output, call_id: created.call_id }
  }
  const text = created.content.map((part) => ('text' in part ? part.text : '[picture]')).join(' ')
  return { label: created.role, text, call_id: null }
}
