import type { WebSocket } from 'ws'
import { MS_PER_CHARACTER, type RealtimeScript, soundOf, untilAborted, wordsOf } from '../script.ts'
import type { Item } from './conversation.ts'

type Played = {
  id: string
  script: RealtimeScript
  metadata: Record<string, string> | null
  added(item: Item): void
  send(event: object): void
  nextId(kind: string): string
  socket: WebSocket
  signal: AbortSignal
}

/** Sends what the vendor sends for one response, word by word: its words and their audio. */
export async function playResponse(played: Played, onDone: () => void): Promise<void> {
  const { id: response_id, script, metadata, send, nextId, socket } = played
  const { text = '', tool_calls = [], fault, until, usage = { input_tokens: 100, output_tokens: 50 } } = script
  const signal = fault === 'ignores_cancel' ? new AbortController().signal : played.signal
  const output: object[] = []
  const response = { id: response_id, object: 'realtime.response', metadata, conversation_id: 'conv_1' }

  function end(status: string, status_details: object | null = null): void {
    onDone()
    const counted = { total_tokens: usage.input_tokens + usage.output_tokens, ...usage }
    const isPaid = status !== 'failed'
    send({
      type: 'response.done',
      response: { ...response, status, status_details, output, usage: isPaid ? counted : null },
    })
  }

  send({ type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } })
  if (script.has_unknown_event) send({ type: 'response.brand_new_thing', response_id, surprise: { deep: [1, null] } })
  if (fault === 'junk') return socket.send('<html>It works!</html>')
  if (fault === 'failed') {
    const error = { type: 'server_error', code: 'server_error', message: 'Too much to do' }
    return end('failed', { type: 'failed', error })
  }

  let spoken = ''
  const item_id = nextId('item')
  const place = { response_id, item_id, output_index: 0, content_index: 0 }
  const finishMessage = (): void => {
    if (text === '') return
    const content = [{ type: 'output_audio', transcript: spoken }]
    const audio_ms = spoken.length * MS_PER_CHARACTER
    output.push({
      id: item_id,
      object: 'realtime.item',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content,
    })
    played.added({ id: item_id, label: 'assistant audio', text: spoken, audio_ms, call_id: null })
  }
  if (text !== '') send({ type: 'response.output_item.added', response_id, output_index: 0, item: { id: item_id } })
  for (const [at, word] of wordsOf(text).entries()) {
    if (at === 1) await untilAborted(until, signal)
    if (at === 1 && fault === 'drop_midway') return socket.terminate()
    if (signal.aborted || socket.readyState !== socket.OPEN) break
    spoken += word
    send({ type: 'response.output_audio_transcript.delta', ...place, delta: word })
    send({ type: 'response.output_audio.delta', ...place, delta: soundOf(word) })
  }
  finishMessage()
  if (socket.readyState !== socket.OPEN) return
  if (signal.aborted) return end('cancelled', { type: 'cancelled', reason: 'client_cancelled' })
  for (const { call_id, name, input = {} } of tool_calls) {
    const item = { id: nextId('item'), type: 'function_call', call_id, name, arguments: JSON.stringify(input) }
    output.push({ ...item, status: 'completed' })
    played.added({ id: item.id, label: 'call', text: `${name} ${item.arguments}`, audio_ms: null, call_id })
    const { id: item_id, type: _, ...call } = item
    send({ type: 'response.function_call_arguments.done', response_id, item_id, ...call })
  }
  end('completed')
}
