import type { InboundAttachment } from '#contracts/conversations.ts'
import { newId } from '#platform/id.ts'
import type { CallProgress } from '../table.ts'
import { waitForMoreMs } from './expects-more.ts'
import type { Turn } from './receive-turn.ts'
import { hasNoWords, type Listening, type Transcribed } from './transcribe-turn.ts'

type Handlers = {
  /** One at a time, in the order in which they were said. */
  onTurn(turn: Turn): Promise<void>
  onNothing(transcribed: Nothing): void
  /** Of something else that is answered all the same. */
  onMissed(transcribed: Nothing): void
  onFailure(error: unknown): void
}

export type Nothing = Extract<Transcribed, { text: null }> & {
  /** Whether it was speech: a noise is no loss. */
  isMissed: boolean
}

type Piece = {
  text: string
  listening: Listening
  /** Ended by a pause, and not by the caller. */
  isOpen: boolean
}

type Typed = { text: string; attachments: InboundAttachment[]; client_message_id: string | undefined }

/**
 * Brings what is said and typed into its order, whichever transcription is quicker. Who continues speaking after a pause is
 * answered once: what was said before waits until they have ended.
 */
export class TurnQueue {
  readonly #handlers: Handlers
  #spoken: Piece[] = []
  #client_message_id = newId()
  #transcribing = 0
  #isSpeaking = false
  #receiving: Turn | null = null
  /** Until the caller has had the time to complete what they broke off. */
  #waiting: NodeJS.Timeout | undefined
  #last = Promise.resolve()

  constructor(handlers: Handlers) {
    this.#handlers = handlers
  }

  #queue(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch(this.#handlers.onFailure)
  }

  speechStarted(): void {
    this.#isSpeaking = true
    clearTimeout(this.#waiting)
  }

  /** The transcription has begun already, so that several are made at the same time. */
  speechEnded(
    transcription: Promise<Transcribed>,
    { isOpen, isSentence }: { isOpen: boolean; isSentence: boolean },
  ): void {
    this.#isSpeaking = false
    this.#transcribing += 1
    // Awaited later, maybe after it has failed.
    transcription.catch(() => undefined)
    this.#queue(async () => {
      const transcribed = await transcription.finally(() => {
        this.#transcribing -= 1
      })
      if (transcribed.text !== null) this.#spoken.push({ ...transcribed, isOpen })
      else this.#reportNothing({ ...transcribed, isMissed: isSentence || !hasNoWords(transcribed) })
      await this.#receiveWhenComplete()
    })
  }

  #reportNothing(nothing: Nothing): void {
    // What came before, or comes now, is still to be answered.
    if (this.#spoken.length === 0 && this.#isQuiet) this.#handlers.onNothing(nothing)
    else if (nothing.isMissed) this.#handlers.onMissed(nothing)
  }

  typed(turn: Typed): void {
    this.#queue(async () => {
      // It was said first, and is a message of its own.
      await this.#receiveSpoken()
      await this.#receive({ ...turn, client_message_id: turn.client_message_id ?? newId(), listening: null })
    })
  }

  async #receiveWhenComplete(): Promise<void> {
    if (!this.#isQuiet) return
    const waitMs = remainingWaitMs(this.#spoken.at(-1))
    if (waitMs <= 0) return this.#receiveSpoken()
    clearTimeout(this.#waiting)
    this.#waiting = setTimeout(() => {
      this.#queue(async () => {
        if (this.#isQuiet) await this.#receiveSpoken()
      })
    }, waitMs)
  }

  /** Whether no speech is coming or being transcribed that may belong to the last one. */
  get #isQuiet(): boolean {
    return !this.#isSpeaking && this.#transcribing === 0
  }

  async #receiveSpoken(): Promise<void> {
    clearTimeout(this.#waiting)
    const pieces = this.#spoken
    this.#spoken = []
    if (pieces.length === 0) return
    const text = textOf(pieces)
    const listening = joinListening(pieces.map((piece) => piece.listening))
    const turn = { text, attachments: [], client_message_id: this.#client_message_id, listening }
    this.#client_message_id = newId()
    await this.#receive(turn)
  }

  async #receive(turn: Turn): Promise<void> {
    this.#receiving = turn
    await this.#handlers.onTurn(turn).finally(() => {
      this.#receiving = null
    })
  }

  /** Resolves when all that was said until now is saved. */
  async settle(): Promise<void> {
    this.#queue(() => this.#receiveSpoken())
    await this.#last
  }

  /** Whether something is on its way to the teammate. */
  get isBusy(): boolean {
    return this.#transcribing > 0 || this.#receiving !== null || this.#spoken.length > 0
  }

  /** What was said and may not be saved yet: the caller continues, or it is being received. */
  get unsaved(): CallProgress['turn'] {
    if (this.#receiving?.listening) {
      const { text, client_message_id } = this.#receiving
      return { text, client_message_id }
    }
    if (this.#spoken.length === 0) return null
    return { text: textOf(this.#spoken), client_message_id: this.#client_message_id }
  }
}

/** How much longer the caller may continue. */
const remainingWaitMs = (piece: Piece | undefined): number =>
  piece?.isOpen ? piece.listening.ended_at_ms + waitForMoreMs(piece.text) - Date.now() : 0

const textOf = (pieces: readonly { text: string }[]): string => pieces.map(({ text }) => text).join(' ')

function joinListening(all: Listening[]): Listening {
  const sum = (pick: (one: Listening) => number): number => all.reduce((total, one) => total + pick(one), 0)
  return {
    listened_ms: sum((one) => one.listened_ms),
    // Transcription while the caller was still speaking does not count as waiting.
    transcribing_ms: all.at(-1)?.transcribing_ms ?? 0,
    ended_at_ms: all.at(-1)?.ended_at_ms ?? 0,
    costs: all.flatMap((one) => one.costs),
  }
}
