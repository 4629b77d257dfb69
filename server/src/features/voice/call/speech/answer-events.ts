import { stripMarkdownLines } from '#contracts/strip-markdown.ts'
import type { ToSpeak } from './to-speak.ts'

/** Events by which the client follows an answer that is spoken. */
export function answerEvents({
  message_id,
  role,
  line,
  parties,
}: Pick<ToSpeak, 'message_id' | 'role' | 'line' | 'parties'>) {
  /** Whether the client knows that it has begun, and not yet that it has ended or waits for an answer. */
  let isOpen = false
  /** Whether the client shows that a question of it waits. */
  let isAsked = false

  function textFor(text: string): string {
    const { showsText } = parties.channel
    // A line that is whole has nothing that would be held back.
    return stripMarkdownLines(showsText ? showsText(`${text}\n`) : text)
  }

  return {
    caption(text: string, is_final: boolean): void {
      line.send({ type: 'caption', message_id, role, text: textFor(text), is_final })
    },
    started(): void {
      if (!isOpen) line.send({ type: 'response.started', message_id })
      isOpen = true
      isAsked = false
    },
    paused: () => line.send({ type: 'response.paused', message_id }),
    resumed: () => line.send({ type: 'response.resumed', message_id }),
    /** Also between two sentences, while nothing is heard: the client expects more until then. */
    cancelled(): void {
      if (isOpen) line.send({ type: 'response.cancelled', message_id })
      isOpen = false
    },
    /** Nothing more of it is spoken, and no question of it is asked: for a client that still expects one. */
    ended(): void {
      if (isOpen || isAsked) line.send({ type: 'response.done', message_id })
      isOpen = false
      isAsked = false
    },
    asked(): void {
      line.send({ type: 'question_asked', message_id })
      isOpen = false
      isAsked = true
    },
  }
}
