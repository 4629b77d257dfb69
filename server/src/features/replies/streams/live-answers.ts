import type { PartialAnswer } from '../../conversations/answers/save-partial-answer.ts'
import { answerChanged } from './answer-changes.ts'

type Streaming = {
  readonly conversation_id: string
  /** The ownership epoch in which it may be shown. */
  readonly epoch: number
  /** The streamed part; null once another process streams the answer. */
  read(): PartialAnswer | null
  /** The text so far, which leaves what waits to be sent as it is; null as above. */
  peek(): { text: string; waiting_for: PartialAnswer['waiting_for'] } | null
  /** Saves the streamed part for a reader in another process; resolves when the row is current. */
  save(): Promise<void>
  /** Shows nothing more from this call on; resolves when what was shown is saved as the finished message. */
  silence(): Promise<void>
}

const live = new Map<string, Streaming>()

/** Conversations that changed hands lately, with the epoch from which on an answer may be shown. */
const epochs = new Map<string, number>()
const MAX_EPOCHS = 10_000

/** Registers an answer that this process streams; a reader of the message meanwhile gets what was streamed so far. */
export function registerLiveAnswer(message_id: string, streaming: Streaming): Disposable {
  live.set(message_id, streaming)
  answerChanged(message_id)
  return {
    [Symbol.dispose]() {
      if (live.get(message_id) === streaming) live.delete(message_id)
      answerChanged(message_id)
    },
  }
}

export const liveAnswer = (message_id: string): Streaming | undefined => live.get(message_id)

/** Whether the conversation has changed hands since an answer of that epoch was begun, as far as this process has heard. */
export const isOutdated = ({ conversation_id, epoch }: Pick<Streaming, 'conversation_id' | 'epoch'>): boolean =>
  epoch < (epochs.get(conversation_id) ?? 0)

/** A conversation has changed hands: what this process still streams of earlier answers, and will begin to, is not shown. */
export async function stopEarlierAnswer(conversation_id: string, epoch: number): Promise<void> {
  epochs.delete(conversation_id)
  epochs.set(conversation_id, epoch)
  for (const [oldest] of epochs) {
    if (epochs.size <= MAX_EPOCHS) break
    epochs.delete(oldest)
  }
  const earlier = [...live.values()].filter((one) => one.conversation_id === conversation_id && one.epoch < epoch)
  await Promise.all(earlier.map((one) => one.silence()))
}
