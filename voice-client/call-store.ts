import { type CallState, initialCallState } from './call-state.ts'

/** The state of one call, for what changes it and what draws it. */
export class CallStore {
  #state: CallState
  readonly #listeners = new Set<() => void>()

  constructor(conversation_id: string | null) {
    this.#state = initialCallState(conversation_id)
  }

  get state(): CallState {
    return this.#state
  }

  get isOver(): boolean {
    return this.#state.phase === 'ended'
  }

  change(next: Partial<CallState>): void {
    this.#state = { ...this.#state, ...next }
    for (const listener of this.#listeners) listener()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
