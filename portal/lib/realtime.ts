import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { ServerEventPayload, ServerEvents } from '#contracts/events.ts'
import { REALTIME_PATH } from '#contracts/socket.ts'

/** After `ready` a client reads again what it shows. */
export type EventName = keyof ServerEvents | 'ready'
type EventPayload<E extends EventName> = E extends keyof ServerEvents ? ServerEventPayload<E> : Record<string, never>
type RealtimeStatus = 'connecting' | 'connected' | 'lost'

export type Realtime = {
  on: <E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void) => () => void
  status: () => RealtimeStatus
  onStatus: (listener: () => void) => () => void
  close: () => void
}

const pauseMs = 5_000

/** `onRefused` is called when the server does not take the token, so that a fresh one can be fetched. */
export function openRealtime(token: string, onRefused: () => void): Realtime {
  const events = new EventTarget()
  const stopped = new AbortController()
  let status: RealtimeStatus = 'connecting'
  const become = (next: RealtimeStatus) => {
    if (next === status) return
    status = next
    events.dispatchEvent(new Event(':status'))
  }

  const tryAgainLater = (work: () => void) => {
    const timer = setTimeout(work, pauseMs)
    stopped.signal.addEventListener('abort', () => clearTimeout(timer))
  }

  const connect = async () => {
    const { io } = await import('socket.io-client')
    if (stopped.signal.aborted) return
    // By itself the client tries the first of them only, again and again.
    const transports = { transports: ['websocket', 'polling'], tryAllTransports: true }
    const socket = io({ path: REALTIME_PATH, ...transports, auth: { token } })
    stopped.signal.addEventListener('abort', () => socket.close())

    socket.onAny((name: string, payload: unknown) => events.dispatchEvent(new CustomEvent(name, { detail: payload })))
    socket.on('connect', () => become('connected'))
    socket.on('disconnect', () => {
      become('lost')
      if (!socket.active) tryAgainLater(() => socket.connect())
    })
    socket.on('connect_error', () => {
      become('lost')
      if (socket.active) return
      onRefused()
      tryAgainLater(() => socket.connect())
    })
  }
  // Its code is fetched first, which the network may not allow at this moment. A browser does not fetch a module twice, and so
  // asking again has the page loaded again where the server answers by then.
  const begin = () => {
    connect().catch(() => {
      become('lost')
      if (!stopped.signal.aborted) tryAgainLater(begin)
    })
  }
  begin()

  const listen = (name: string, listener: (event: Event) => void) => {
    events.addEventListener(name, listener)
    return () => events.removeEventListener(name, listener)
  }
  return {
    on: (event, listener) => listen(event, (message) => listener((message as CustomEvent).detail)),
    status: () => status,
    onStatus: (listener) => listen(':status', listener),
    close: () => stopped.abort(),
  }
}

export const RealtimeContext = createContext<Realtime | null>(null)

export function useServerEvent<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): void {
  const realtime = useContext(RealtimeContext)
  const latest = useEffectEvent(listener)
  useEffect(() => realtime?.on(event, (payload) => latest(payload)), [realtime, event])
}

const subscribeToNothing = () => () => {}

export function useRealtimeStatus(): RealtimeStatus {
  const realtime = useContext(RealtimeContext)
  return useSyncExternalStore(realtime?.onStatus ?? subscribeToNothing, realtime?.status ?? (() => 'connecting'))
}

function subscribeToNetwork(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
}
