import type { MessageRow } from '../conversations/table.ts'

/** What a growing answer looks like to those who hear it. */
export type LiveAnswer = Pick<
  MessageRow,
  'content' | 'stream_index' | 'stream_reasoning' | 'stream_tools' | 'waiting_since'
>

type Streaming = {
  /** What was streamed so far; null where another process streams it by now. */
  read(): LiveAnswer | null
  /** Saves that, for a reader in another process; resolves when the row is as new as it gets. */
  save(): Promise<void>
}

const live = new Map<string, Streaming>()

/** Registers an answer that this process streams; whoever reads the message meanwhile gets what was streamed so far. */
export function registerLiveAnswer(message_id: string, streaming: Streaming): Disposable {
  live.set(message_id, streaming)
  return {
    [Symbol.dispose]() {
      if (live.get(message_id) === streaming) live.delete(message_id)
    },
  }
}

export const liveAnswer = (message_id: string): Streaming | undefined => live.get(message_id)
