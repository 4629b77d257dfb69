import type { RawData, WebSocket } from 'ws'
import type { Queues, RealtimeRecord } from '../script.ts'
import { ClientEvent } from './client-events.ts'
import { heardItem, openConversation } from './conversation.ts'
import { playResponse } from './play-response.ts'
import type { SendEvent } from './server-events.ts'
import { defaultSession, eventIdOf, updatedSession } from './session.ts'

const BYTES_PER_MS = 48
/** The vendor refuses less. */
const MIN_COMMIT_MS = 100

type Of<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>

export function serveRealtime(
  socket: WebSocket,
  model: string,
  record: RealtimeRecord,
  { scripts, transcripts }: Queues,
  truncations: number[],
): void {
  const conversation = openConversation()
  let session = defaultSession(model)
  let hasSpoken = false
  let buffered = 0
  let ids = 0
  const active = new Map<string, AbortController>()
  /** The response of the conversation itself, of which there is one at a time. */
  let main: string | null = null

  const nextId = (kind: string): string => `${kind}_${++ids}`
  const session_id = nextId('sess')
  const send: SendEvent = (event) => socket.send(JSON.stringify({ event_id: nextId('event'), ...event }))
  const refuse = (message: string, event_id: string | null): void => {
    record.refusals.push(message)
    send({
      type: 'error',
      error: { type: 'invalid_request_error', code: 'invalid_value', message, param: null, event_id },
    })
  }

  function onMessage(data: RawData): void {
    const raw: unknown = JSON.parse(String(data))
    const parsed = ClientEvent.safeParse(raw)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      refuse(`${issue?.path.join('.')}: ${issue?.message}`, eventIdOf(raw))
    } else receive(parsed.data)
  }

  function receive(event: ClientEvent): void {
    const refusal = handle(event)
    if (refusal !== null) refuse(refusal, event.event_id ?? null)
  }

  function handle(event: ClientEvent): string | null {
    if (event.type === 'session.update') return update(event)
    if (event.type === 'input_audio_buffer.append') return append(event)
    if (event.type === 'input_audio_buffer.commit') return commit()
    if (event.type === 'input_audio_buffer.clear') {
      buffered = 0
      send({ type: 'input_audio_buffer.cleared' })
      return null
    }
    if (event.type === 'response.cancel') return cancel(event)
    if (event.type === 'response.create') return respond(event)
    return changeItem(event)
  }

  function update({ session: next }: Of<'session.update'>): string | null {
    const { voice } = next.audio?.output ?? {}
    if (hasSpoken && voice !== undefined && voice !== session.audio.output.voice) {
      return "Cannot update a conversation's voice if assistant audio is present."
    }
    session = updatedSession(session, next)
    const { instructions, reasoning } = session
    record.sessions.push({ voice: session.audio.output.voice, instructions, ...reasoning })
    send({ type: 'session.updated', session: { id: session_id, object: 'realtime.session', ...session } })
    return null
  }

  function append({ audio }: Of<'input_audio_buffer.append'>): string | null {
    if (session.audio.input.turn_detection) return 'The double does not detect turns: set turn_detection to null.'
    const { length } = Buffer.from(audio, 'base64')
    buffered += length
    return length % 2 === 0 ? null : 'The audio has half a sample.'
  }

  function changeItem(event: Extract<ClientEvent, { type: `conversation.item.${string}` }>): string | null {
    if (event.type === 'conversation.item.create') {
      const id = event.item.id ?? nextId('item')
      const refusal = conversation.create(event.item, id, event.previous_item_id)
      if (refusal === null) reportItem(id)
      return refusal
    }
    const { item_id } = event
    if (event.type === 'conversation.item.retrieve') {
      const item = conversation.find(item_id)
      if (!item) return `Item with item_id ${item_id} does not exist.`
      send({ type: 'conversation.item.retrieved', item: item.wire })
      return null
    }
    if (event.type === 'conversation.item.delete') {
      const refusal = conversation.remove(item_id)
      if (refusal === null) send({ type: 'conversation.item.deleted', item_id })
      return refusal
    }
    const { audio_end_ms, content_index } = event
    truncations.push(audio_end_ms)
    const refusal = conversation.truncate(item_id, audio_end_ms)
    if (refusal === null) send({ type: 'conversation.item.truncated', item_id, content_index, audio_end_ms })
    return refusal
  }

  function reportItem(id: string): void {
    const item = conversation.find(id)?.wire
    if (!item) return
    const previous_item_id = conversation.previousOf(id)
    send({ type: 'conversation.item.added', previous_item_id, item })
    send({ type: 'conversation.item.done', previous_item_id, item })
  }

  function commit(): string | null {
    const ms = buffered / BYTES_PER_MS
    if (ms < MIN_COMMIT_MS) return `Error committing input audio buffer: buffer only has ${ms}ms of audio.`
    buffered = 0
    record.heard_ms.push(Math.round(ms))
    const item_id = nextId('item')
    const transcript = transcripts.shift() ?? ''
    const heard = { id: item_id, label: 'user audio', text: transcript, audio_ms: ms, call_id: null }
    const item = { ...heard, wire: heardItem(item_id, null) }
    const previous_item_id = conversation.add(item)
    send({ type: 'input_audio_buffer.committed', item_id, previous_item_id })
    reportItem(item_id)
    if (!session.audio.input.transcription) return null
    const type = 'conversation.item.input_audio_transcription'
    const input_token_details = { text_tokens: 0, audio_tokens: 20 }
    const usage = { type: 'tokens', input_tokens: 20, input_token_details, output_tokens: 5, total_tokens: 25 } as const
    if (transcript !== '') send({ type: `${type}.delta`, item_id, content_index: 0, delta: transcript })
    item.wire = heardItem(item_id, transcript)
    send({ type: `${type}.completed`, item_id, content_index: 0, transcript, usage })
    return null
  }

  function cancel({ response_id }: Of<'response.cancel'>): string | null {
    const id = response_id ?? main
    const playing = id === null ? undefined : active.get(id)
    if (!playing) return 'Cancellation failed: no active response found'
    record.cancelled += 1
    playing.abort()
    return null
  }

  function respond({ response = {} }: Of<'response.create'>): string | null {
    const { tools = [] } = session
    const { conversation: where = 'auto', input, metadata = null } = response
    const isMain = where === 'auto'
    if (isMain && main !== null) return 'Conversation already has an active response in progress.'
    const openCall = isMain ? conversation.openCall() : null
    if (openCall !== null) return `No tool output found for function call ${openCall}.`
    const [first] = input?.[0]?.content ?? []
    const toRead = first && 'text' in first ? first.text : null
    const script = isMain ? (scripts.shift() ?? { text: 'Fine.' }) : { text: toRead ?? '' }
    if (isMain) record.conversations.push(conversation.read())
    else record.read_aloud.push(toRead ?? '')
    const unknown = script.tool_calls?.find(({ name }) => !tools.some((tool) => tool.name === name))
    if (unknown) throw new Error(`The script calls ${unknown.name}, which was not offered`)
    const id = nextId('resp')
    if (isMain) main = id
    const playing = new AbortController()
    active.set(id, playing)
    const added = isMain ? conversation.add : null
    hasSpoken ||= script.text !== undefined
    playResponse({ id, script, metadata, added, send, nextId, socket, signal: playing.signal }, () => {
      active.delete(id)
      if (isMain) main = null
    }).catch((error) => socket.close(1011, String(error).slice(0, 100)))
    return null
  }

  socket.on('message', onMessage)
  socket.on('error', () => undefined)
  send({ type: 'session.created', session: { id: session_id, object: 'realtime.session', ...session } })
}
