import type { InboundAttachment } from '#contracts/conversations.ts'
import { newId } from '#platform/id.ts'
import type { CallProgress } from '../table.ts'
import { waitForMoreMs } from './expects-more.ts'
import type { Turn } from './receive-turn.ts'
import type { Listening, Transcribed } from './transcribe-turn.ts'

type Handlers = {
  /** One at a time, in the order in which they were said. */
  onTurn(turn: Turn): Promise<void>
  onNothing(transcribed: Extract<Transcribed, { text: null }>): void
  onFailure(error: unknown): void
}

type Piece = {
  text: string
  listening: Listening
  /** Ended by a pause, and not by the caller. */
  isOpen: boolean
}

/**
 * Brings what is said and typed into its order, whichever transcription is quicker. Who continues speaking after a pause is
 * answered once: what was said before waits until they have ended.
 */
export function turnQueue({ onTurn, onNothing, onFailure }: Handlers) {
  let spoken: Piece[] = []
  let client_message_id = newId()
  let transcribing = 0
  let isSpeaking = false
  let receiving: Turn | null = null
  /** Until the caller has had the time to complete what they broke off. */
  let waiting: NodeJS.Timeout | undefined
  let last = Promise.resolve()

  function queue(work: () => Promise<void>): void {
    last = last.then(work).catch(onFailure)
  }

  async function commit(): Promise<void> {
    if (isSpeaking || transcribing > 0) return
    const waitMs = remainingWaitMs(spoken.at(-1))
    if (waitMs <= 0) return receiveSpoken()
    clearTimeout(waiting)
    waiting = setTimeout(queue, waitMs, async () => {
      if (!isSpeaking && transcribing === 0) await receiveSpoken()
    })
  }

  async function receiveSpoken(): Promise<void> {
    clearTimeout(waiting)
    const pieces = spoken
    spoken = []
    if (pieces.length === 0) return
    const text = textOf(pieces)
    const listening = joinListening(pieces.map((piece) => piece.listening))
    const turn = { text, attachments: [], client_message_id, listening }
    client_message_id = newId()
    await receive(turn)
  }

  async function receive(turn: Turn): Promise<void> {
    receiving = turn
    await onTurn(turn).finally(() => {
      receiving = null
    })
  }

  return {
    speechStarted(): void {
      isSpeaking = true
      clearTimeout(waiting)
    },
    /** The transcription has begun already, so that several are made at the same time. */
    speechEnded(transcription: Promise<Transcribed>, isOpen: boolean): void {
      isSpeaking = false
      transcribing += 1
      // Awaited later, maybe after it has failed.
      transcription.catch(() => undefined)
      queue(async () => {
        const transcribed = await transcription.finally(() => {
          transcribing -= 1
        })
        if (transcribed.text !== null) spoken.push({ ...transcribed, isOpen })
        // What came before is still to be answered.
        else if (spoken.length === 0 && !isSpeaking && transcribing === 0) onNothing(transcribed)
        await commit()
      })
    },
    typed(turn: { text: string; attachments: InboundAttachment[]; client_message_id: string | undefined }): void {
      queue(async () => {
        // It was said first, and is a message of its own.
        await receiveSpoken()
        await receive({ ...turn, client_message_id: turn.client_message_id ?? newId(), listening: null })
      })
    },
    /** Whether something is on its way to the teammate. */
    isBusy: () => transcribing > 0 || receiving !== null || spoken.length > 0,
    /** What was said and may not be saved yet: the caller continues, or it is being received. */
    unsaved(): CallProgress['turn'] {
      if (receiving?.listening) return { text: receiving.text, client_message_id: receiving.client_message_id }
      return spoken.length === 0 ? null : { text: textOf(spoken), client_message_id }
    },
    /** Resolves when all that was said until now is saved. */
    async settle(): Promise<void> {
      queue(receiveSpoken)
      await last
    },
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
