import type { IncomingMessage } from './incoming.ts'

export type Content = {
  /** Saved as the message: text and transcribed speech. */
  message: string
  /**
   * What the workflow is given (contract, rules 3 and 4 of chat platforms): also the text replied to, and a note where
   * speech could not be transcribed.
   */
  input_message: string
}

const NOT_TRANSCRIBED = '[The voice message could not be transcribed.]'

/** The content of a batch of messages of one person. `spoken` has null for speech that could not be transcribed. */
export function contentOf(messages: readonly IncomingMessage[], spoken: readonly (string | null)[]): Content {
  const transcripts = spoken.map((text) => text ?? NOT_TRANSCRIBED)
  return {
    message: joined(
      messages.map(({ text }) => text),
      spoken,
    ),
    input_message: joined(messages.map(textWithReply), transcripts),
  }
}

const joined = (texts: readonly string[], spoken: readonly (string | null)[]): string =>
  [texts.filter(Boolean).join('\n'), ...spoken].filter(Boolean).join('\n\n')

function textWithReply({ text, replied_to, files }: IncomingMessage, index: number): string {
  // Each picture of an album is a reply too, and adds nothing.
  const isReply = replied_to && (text !== '' || index === 0 || files.some(({ is_speech }) => is_speech))
  return isReply ? `reply to [[${replied_to}]]: ${text}`.trim() : text
}
