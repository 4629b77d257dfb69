import type { WebSocket } from 'ws'
import { MS_PER_CHARACTER, never, type RealtimeScript, soundOf, untilAborted, wordsOf } from '../script.ts'
import { type Item, spokenItem } from './conversation.ts'
import type { ConversationItem, Response, SendEvent } from './server-events.ts'

type Played = {
  id: string
  script: RealtimeScript
  metadata: Record<string, string> | null
  /** Adds to the conversation and returns the id of the item before; null for a response beside the conversation. */
  added: ((item: Item) => string | null) | null
  send: SendEvent
  nextId(kind: string): string
  socket: WebSocket
  signal: AbortSignal
}

/** Sends what the vendor sends for one response, word by word: its words and their audio. */
export async function playResponse(played: Played, onDone: () => void): Promise<void> {
  const { id: response_id, script, metadata, added, send, nextId, socket } = played
  const { text = '', tool_calls = [], fault, until, usage = { input_tokens: 100, output_tokens: 50 } } = script
  const signal = fault === 'ignores_cancel' ? new AbortController().signal : played.signal
  const output: ConversationItem[] = []
  const response: Response = {
    id: response_id,
    object: 'realtime.response',
    metadata,
    ...(added && { conversation_id: 'conv_1' }),
  }

  function end(status: Response['status'], status_details: Response['status_details'] = null): void {
    onDone()
    const counted = { total_tokens: usage.input_tokens + usage.output_tokens, ...usage }
    send({
      type: 'response.done',
      response: { ...response, status, status_details, output, usage: status === 'failed' ? null : counted },
    })
    const limit = { limit: 40_000, remaining: 39_000, reset_seconds: 1.5 }
    send({ type: 'rate_limits.updated', rate_limits: [{ name: 'tokens', ...limit }] })
  }

  /** Announces an item that has nothing in it yet. */
  function begin(item: Item): { output_index: number; previous_item_id: string | null } {
    const output_index = output.length
    const previous_item_id = added?.(item) ?? null
    send({ type: 'response.output_item.added', response_id, output_index, item: item.wire })
    if (added) send({ type: 'conversation.item.added', previous_item_id, item: item.wire })
    return { output_index, previous_item_id }
  }

  function finish(item: Item, { output_index, previous_item_id }: ReturnType<typeof begin>): void {
    output.push(item.wire)
    if (added) send({ type: 'conversation.item.done', previous_item_id, item: item.wire })
    send({ type: 'response.output_item.done', response_id, output_index, item: item.wire })
  }

  async function speak(): Promise<void> {
    const item_id = nextId('item')
    const wire = spokenItem(item_id, undefined, 'in_progress')
    const item: Item = { id: item_id, label: 'assistant audio', text: '', audio_ms: 0, call_id: null, wire }
    const begun = begin(item)
    const part = { response_id, item_id, output_index: begun.output_index, content_index: 0 }
    send({ type: 'response.content_part.added', ...part, part: { type: 'audio', transcript: '' } })
    for (const [at, word] of wordsOf(text).entries()) {
      if (at === 1) await untilAborted(until, signal)
      if (at === 1 && fault === 'drop_midway') return socket.terminate()
      if (signal.aborted || socket.readyState !== socket.OPEN) break
      item.text += word
      item.audio_ms = item.text.length * MS_PER_CHARACTER
      send({ type: 'response.output_audio_transcript.delta', ...part, delta: word })
      send({ type: 'response.output_audio.delta', ...part, delta: soundOf(word) })
    }
    if (socket.readyState !== socket.OPEN) return
    const transcript = item.text
    item.wire = spokenItem(item_id, transcript, signal.aborted ? 'incomplete' : 'completed')
    send({ type: 'response.output_audio.done', ...part })
    send({ type: 'response.output_audio_transcript.done', ...part, transcript })
    send({ type: 'response.content_part.done', ...part, part: { type: 'audio', transcript } })
    finish(item, begun)
  }

  function call({ call_id, name, input = {} }: NonNullable<RealtimeScript['tool_calls']>[number]): void {
    const item_id = nextId('item')
    const json = JSON.stringify(input)
    const named = { id: item_id, object: 'realtime.item', type: 'function_call', call_id, name } as const
    const item: Item = {
      id: item_id,
      label: 'call',
      text: `${name} ${json}`,
      audio_ms: null,
      call_id,
      wire: { ...named, status: 'in_progress', arguments: '' },
    }
    const begun = begin(item)
    const place = { response_id, item_id, output_index: begun.output_index, call_id }
    send({ type: 'response.function_call_arguments.delta', ...place, delta: json })
    send({ type: 'response.function_call_arguments.done', ...place, name, arguments: json })
    item.wire = { ...named, status: 'completed', arguments: json }
    finish(item, begun)
  }

  send({ type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } })
  if (script.has_unknown_event) {
    socket.send(JSON.stringify({ type: 'response.brand_new_thing', response_id, surprise: { deep: [1, null] } }))
  }
  if (fault === 'silent') await untilAborted(never, signal)
  if (fault === 'junk') return socket.send('<html>It works!</html>')
  if (fault === 'failed') {
    const error = { type: 'server_error', code: 'server_error', message: 'Too much to do' }
    return end('failed', { type: 'failed', error })
  }
  if (text !== '') await speak()
  if (socket.readyState !== socket.OPEN) return
  if (signal.aborted) return end('cancelled', { type: 'cancelled', reason: 'client_cancelled' })
  for (const one of tool_calls) call(one)
  end('completed')
}
