import type { MessageRow } from '../conversations/table.ts'

/** What a growing answer looks like to those who hear it. */
export type LiveAnswer = Pick<MessageRow, 'content' | 'stream_index' | 'stream_reasoning' | 'stream_tools'>

const live = new Map<string, () => LiveAnswer | null>()

/** Registers an answer that this process streams; whoever reads the message meanwhile gets what was streamed so far. */
export function registerLiveAnswer(message_id: string, read: () => LiveAnswer | null): Disposable {
  live.set(message_id, read)
  return {
    [Symbol.dispose]() {
      if (live.get(message_id) === read) live.delete(message_id)
    },
  }
}

/** Messages as they are at this moment: a stored answer that grows is behind what was streamed of it. */
export function withLiveAnswers(rows: MessageRow[]): MessageRow[] {
  return rows.map((row) => {
    const answer = row.status === 'in_progress' ? live.get(row.id)?.() : undefined
    return answer && answer.stream_index >= row.stream_index ? { ...row, ...answer } : row
  })
}
