import type { AnswerListener, OnAnswer, Truncate } from '../../../models/realtime/answer-listener.ts'
import { type Clip, openClip } from './clip.ts'

/** What a realtime model says: its words, and their audio as it comes. */
export type LiveAnswer = {
  text: string
  clip: Clip
  /** No more words come. */
  isEnded: boolean
  truncate: Truncate
}

export type LiveSpeech = ReturnType<typeof liveSpeech>

/** Holds what a realtime model says until the answer's text has reached it. */
export function liveSpeech() {
  let waiting: LiveAnswer[] = []

  const onAnswer: OnAnswer = (truncate): AnswerListener => {
    const answer: LiveAnswer = { text: '', clip: openClip(), isEnded: false, truncate }
    waiting.push(answer)
    return {
      text(piece) {
        answer.text += piece
      },
      audio: (pcm) => answer.clip.push(pcm),
      end(isWhole) {
        answer.isEnded = true
        answer.clip.end()
        // Another model may begin the answer again, and is then read aloud.
        if (!isWhole) waiting = waiting.filter((one) => one !== answer)
      },
    }
  }

  return {
    onAnswer,
    /** What is spoken of a text from here on, and where it begins; null where these words are not the model's own. */
    take(text: string, from: number): { answer: LiveAnswer; start: number } | null {
      const rest = text.slice(from).trimStart()
      if (rest === '') return null
      const found = waiting.find((one) => isSame(one.text.trimStart(), rest))
      if (!found) return null
      waiting = waiting.filter((one) => one !== found)
      return { answer: found, start: text.length - rest.length }
    },
    /** What was said to a question that the caller has spoken over is not said any more. */
    clear(): void {
      waiting = []
    },
  }
}

/** Either may have come further than the other. */
const isSame = (words: string, rest: string): boolean =>
  words !== '' && (words.startsWith(rest) || rest.startsWith(words))

/** How long the words of an answer are where they begin at `start` of a text. */
export const liveLength = ({ text }: LiveAnswer, all: string, start: number): number =>
  Math.min(text.trimStart().length, all.length - start)
