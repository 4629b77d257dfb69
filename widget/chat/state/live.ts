import { io, type Socket } from 'socket.io-client'
import type { ServerEventPayload, ServerEvents } from '#contracts/events.ts'
import { REALTIME_PATH } from '#contracts/socket.ts'
import type { WebchatConversation } from '#contracts/webchat.ts'
import type { ThreadEvent } from '#thread/apply-events.ts'
import { markDisconnected } from '#thread/thread.ts'
import { getState, setState } from './store.ts'

/** `isNew`: the message was not there before; it is no edit and no feedback. */
export type PushedEvent = ThreadEvent<WebchatConversation> & { isNew?: true }

type LiveOptions = {
  wsUrl: string
  /** Everything that came since the last time. */
  onEvents: (events: PushedEvent[]) => void
  /** The connection is new: what is shown has to be read again. */
  onReady: () => void
  /** The server does not take the token any more: it has to be asked for another one. */
  onRefused: () => void
}

const FLUSH_MS = 16

let options: LiveOptions | null = null
let socket: Socket | null = null
let token: string | null = null
let waiting: PushedEvent[] = []

export function prepareLive(how: LiveOptions): void {
  options = how
}

/** Connects as soon as there is a visitor to be; while it is connected it only takes the newer token for the next time. */
export function connect(ws_token: string | null): void {
  if (!ws_token || !options) return
  token = ws_token
  if (socket && !socket.active) socket.connect()
  if (socket) return
  setState({ connection: 'connecting' })
  open(options)
}

/** The visitor is another one: their connection is opened again. */
export function disconnect(): void {
  const closed = socket
  // First, so that nothing is made of its end.
  socket = null
  closed?.close()
  token = null
  setState({ connection: 'none' })
}

function open({ wsUrl, onReady, onRefused }: LiveOptions): void {
  const opened = io(wsUrl.replace(/^ws/, 'http'), {
    path: REALTIME_PATH,
    transports: ['websocket', 'polling'],
    // Without this, only the first one is tried, again and again.
    tryAllTransports: true,
    auth: (give) => give({ token }),
  })
  socket = opened
  opened.on('disconnect', () => {
    if (socket !== opened) return
    setState({ connection: 'lost', thread: markDisconnected(getState().thread) })
    if (!opened.active) onRefused()
  })
  opened.on('connect_error', () => {
    if (socket !== opened) return
    setState({ connection: 'lost' })
    if (!opened.active) onRefused()
  })
  opened.on('ready', () => {
    setState({ connection: 'connected' })
    onReady()
  })

  const on = <E extends keyof ServerEvents>(name: E, read: (payload: ServerEventPayload<E>) => PushedEvent) =>
    opened.on(name as string, (payload: ServerEventPayload<E>) => push(read(payload)))
  on('webchat.message_sent', (message) => ({ kind: 'message', message, isNew: true }))
  on('webchat.message_updated', (message) => ({ kind: 'message', message }))
  on('message_done', (message) => ({ kind: 'message', message, isNew: true }))
  on('webchat.message_deleted', (deleted) => ({ kind: 'deleted', deleted }))
  on('webchat.conversation_updated', (conversation) => ({ kind: 'conversation', conversation }))
  on('message_delta', (delta) => ({ kind: 'delta', delta }))
}

/** A fast answer costs one drawing a frame. */
function push(event: PushedEvent): void {
  waiting.push(event)
  if (waiting.length > 1) return
  setTimeout(() => {
    const due = waiting
    waiting = []
    options?.onEvents(due)
  }, FLUSH_MS)
}

addEventListener('online', () => setState({ isOnline: true }))
addEventListener('offline', () => setState({ isOnline: false }))
