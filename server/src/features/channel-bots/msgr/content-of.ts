import { fileOf, type MsgrMessage } from './read-update.ts'

export type Content = {
  /** What is saved: the words of the person, and what they spoke. */
  message: string
  /** What the workflow is given (contract, rules 3 and 4 of chat platforms): also what is replied to, and what could not be heard. */
  input_message: string
}

const NOT_TRANSCRIBED = '[The voice message could not be transcribed.]'

/** What messages of one person say to the teammate. `spoken` has null for what could not be transcribed. */
export function contentOf(messages: readonly MsgrMessage[], spoken: readonly (string | null)[]): Content {
  const transcripts = spoken.map((text) => text ?? NOT_TRANSCRIBED)
  return {
    message: joined(messages.map(wordsOf), spoken),
    input_message: joined(messages.map(wordsWithReply), transcripts),
  }
}

const joined = (words: readonly string[], spoken: readonly (string | null)[]): string =>
  [words.filter(Boolean).join('\n'), ...spoken].filter(Boolean).join('\n\n')

const wordsOf = ({ text, caption }: MsgrMessage): string => text ?? caption ?? ''

function wordsWithReply(message: MsgrMessage, index: number): string {
  const words = wordsOf(message)
  const earlier = message.quote?.text ?? message.reply_to_message?.text
  // Each picture of an album is a reply too, and says nothing more.
  const isReply = earlier && (words !== '' || index === 0 || fileOf(message)?.is_speech)
  return isReply ? `reply to [[${earlier}]]: ${words}`.trim() : words
}
