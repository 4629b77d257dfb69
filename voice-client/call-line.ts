import { type CallCloseCode, callCloseCodes } from '#contracts/call-close-codes.ts'
import type { VoiceSession } from '#contracts/voice.ts'
import type { CallEvent, CallerMessage } from '#contracts/voice-socket.ts'
import { type CallSocket, openCallSocket } from './call-socket.ts'
import { type CallProblemCode, withoutTurn } from './call-state.ts'
import type { CallStore } from './call-store.ts'

/** How long after a drop each new session is tried: a server that restarts is back within a minute. */
const RECONNECT_DELAYS_MS = [500, 1000, 2000, 3000, ...Array.from({ length: 12 }, () => 5000)]

export type Sessions = {
  createSession(conversation_id: string | null): Promise<VoiceSession>
  /** What a refused session means. `null`: the server cannot be reached now, which may pass. */
  problemOf(error: unknown): CallProblemCode | null
}

type Handlers = {
  /** A session was created: the call is in this conversation. */
  onSession(conversation_id: string): void
  onEvent(event: CallEvent): void
  onAudio(pcm: ArrayBuffer): void
  /** The line dropped, and is opened again. */
  onDropped(): void
  /** There is no line any more. */
  onLost(problem: CallProblemCode): void
}

/** The line of a call: a session and its socket, which are opened again for a minute where they drop. */
export class CallLine {
  readonly #store: CallStore
  readonly #sessions: Sessions
  readonly #handlers: Handlers
  #socket: CallSocket | null = null
  /** Since the last session that began. */
  #attempts = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(store: CallStore, sessions: Sessions, handlers: Handlers) {
    this.#store = store
    this.#sessions = sessions
    this.#handlers = handlers
  }

  async open(phase: 'connecting' | 'reconnecting' = 'connecting'): Promise<void> {
    const [store, { createSession, problemOf }] = [this.#store, this.#sessions]
    store.change({ phase })
    try {
      const session = await createSession(store.state.conversation_id)
      if (store.isOver) return
      store.change({ conversation_id: session.conversation_id })
      this.#handlers.onSession(session.conversation_id)
      this.#socket = this.#openSocket(session.websocket_url)
    } catch (error) {
      if (store.isOver) return
      const problem = problemOf(error)
      if (problem) this.#handlers.onLost(problem)
      else this.#openAgain()
    }
  }

  #openSocket(url: string): CallSocket {
    return openCallSocket(url, {
      onEvent: (event) => {
        if (event.type === 'session.created') this.#attempts = 0
        this.#handlers.onEvent(event)
      },
      onAudio: this.#handlers.onAudio,
      onClosed: () => this.#openAgain(),
    })
  }

  #openAgain(): void {
    this.#socket = null
    if (this.#store.isOver) return
    const delay = RECONNECT_DELAYS_MS[this.#attempts++]
    if (delay === undefined) {
      this.#handlers.onLost('CONNECTION_LOST')
      return
    }
    this.#handlers.onDropped()
    this.#store.change({ ...withoutTurn, phase: 'reconnecting' })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.open('reconnecting'), delay)
  }

  /** Leaves a server that stops. */
  changeServer(): void {
    this.#socket?.close(callCloseCodes.continues)
    this.#openAgain()
  }

  send(message: CallerMessage): void {
    this.#socket?.send(message)
  }

  sendAudio(pcm: ArrayBuffer): void {
    this.#socket?.sendAudio(pcm)
  }

  close(code: CallCloseCode): void {
    clearTimeout(this.#timer)
    this.#socket?.close(code)
    this.#socket = null
  }
}
