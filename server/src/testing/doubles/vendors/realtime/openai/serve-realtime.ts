import type { RawData, WebSocket } from 'ws'
import type { Queues, RealtimeRecord } from '../script.ts'
import { ClientEvent, Session } from './client-events.ts'
import { openConversation } from './conversation.ts'
import { playResponse } from './play-response.ts'

const BYTES_PER_MS = 48
/** The vendor refuses less. */
const MIN_COMMIT_MS = 100

type Of<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>

export function serveRealtime(
  socket: WebSocket,
  record: RealtimeRecord,
  { scripts, transcripts }: Queues,
  truncations: number[],
): void {
  const conversation = openConversation()
  let session: Session | null = null
  let buffered = 0
  let ids = 0
  const active = new Map<string, AbortController>()
  /** The response of the conversation itself, of which there is one at a time. */
  let main: string | null = null

  const nextId = (kind: string): string => `${kind}_${++ids}`
  const send = (event: object): void => socket.send(JSON.stringify({ event_id: nextId('event'), ...event }))
  const refuse = (message: string, event_id?: string): void => {
    record.refusals.push(message)
    send({
      type: 'error',
      error: { type: 'invalid_request_error', code: 'invalid_value', message, param: null, event_id: event_id ?? null },
    })
  }

  function onMessage(data: RawData): void {
    const raw: unknown = JSON.parse(String(data))
    const parsed = ClientEvent.safeParse(raw)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const event_id = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'event_id') : undefined
      refuse(`${issue?.path.join('.')}: ${issue?.message}`, event_id)
    } else receive(parsed.data)
  }

  function receive(event: ClientEvent): void {
    const refusal = handle(event)
    if (refusal !== null) refuse(refusal, event.event_id)
  }

  function handle(event: ClientEvent): string | null {
    if (event.type === 'session.update') return update(event)
    if (session === null) return 'The session has not been configured.'
    if (event.type === 'input_audio_buffer.append') {
      const { length } = Buffer.from(event.audio, 'base64')
      buffered += length
      return length % 2 === 0 ? null : 'The audio has half a sample.'
    }
    if (event.type === 'input_audio_buffer.commit') return commit()
    if (event.type === 'conversation.item.create') {
      return conversation.create(event.item, event.item.id ?? nextId('item'), event.previous_item_id)
    }
    if (event.type === 'conversation.item.delete') return conversation.remove(event.item_id)
    if (event.type === 'conversation.item.truncate') {
      truncations.push(event.audio_end_ms)
      return conversation.truncate(event.item_id, event.audio_end_ms)
    }
    if (event.type === 'response.cancel') return cancel(event)
    return respond(event, session)
  }

  function update({ session: next }: Of<'session.update'>): null {
    // Fields that are left out stay as they were.
    session = Session.parse({ ...session, ...next })
    const { instructions, reasoning } = session
    record.sessions.push({ voice: session.audio.output.voice, instructions, ...reasoning })
    send({ type: 'session.updated', session })
    return null
  }

  function commit(): string | null {
    const ms = buffered / BYTES_PER_MS
    if (ms < MIN_COMMIT_MS) return `Error committing input audio buffer: buffer only has ${ms}ms of audio.`
    buffered = 0
    record.heard_ms.push(Math.round(ms))
    const item_id = nextId('item')
    const transcript = transcripts.shift() ?? ''
    send({ type: 'input_audio_buffer.committed', item_id, previous_item_id: conversation.last() })
    conversation.add({ id: item_id, label: 'user audio', text: transcript, audio_ms: ms, call_id: null })
    send({ type: 'conversation.item.added', item: { id: item_id, type: 'message', role: 'user', content: [] } })
    const usage = { type: 'tokens', input_tokens: 20, output_tokens: 5, total_tokens: 25 }
    const type = 'conversation.item.input_audio_transcription'
    if (transcript !== '') send({ type: `${type}.delta`, item_id, content_index: 0, delta: transcript })
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

  function respond({ response = {} }: Of<'response.create'>, { tools = [] }: Session): string | null {
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
    const added = isMain ? conversation.add : () => undefined
    playResponse({ id, script, metadata, added, send, nextId, socket, signal: playing.signal }, () => {
      active.delete(id)
      if (isMain) main = null
    }).catch((error) => socket.close(1011, String(error).slice(0, 100)))
    return null
  }

  socket.on('message', onMessage)
  socket.on('error', () => undefined)
  send({ type: 'session.created', session: { type: 'realtime', id: nextId('sess') } })
}
