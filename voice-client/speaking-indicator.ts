import type { CallStore } from './call-store.ts'

/** Between two sentences nothing is heard for a moment, and the teammate is speaking all the same. */
const SENTENCE_GAP_MS = 1500

/** Shows whether the teammate speaks. */
export class SpeakingIndicator {
  readonly #store: CallStore
  #isAudible = false
  #gapTimer: ReturnType<typeof setTimeout> | undefined

  constructor(store: CallStore) {
    this.#store = store
  }

  setAudible(isAudible: boolean): void {
    if (isAudible === this.#isAudible) return
    this.#isAudible = isAudible
    this.update()
  }

  update(): void {
    clearTimeout(this.#gapTimer)
    const { state, isOver } = this.#store
    const isPlaying = this.#isAudible
    if (isPlaying === state.isPlaying || isOver) return
    const show = () => this.#store.change({ isPlaying })
    if (isPlaying || state.response_id === null) show()
    else this.#gapTimer = setTimeout(show, SENTENCE_GAP_MS)
  }

  close(): void {
    clearTimeout(this.#gapTimer)
  }
}
