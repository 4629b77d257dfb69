import { fileOf, isPrivate, type MsgrMessage, speakerOf } from './read-update.ts'

/**
 * What messages of one person say to the teammate: their words, each with those that it replies to, then what was spoken in
 * them. The form of a reply is the contract's. In a group somebody has to say who speaks: `prefix`, which alone says nothing.
 */
export function contentOf(
  messages: readonly MsgrMessage[],
  spoken: readonly string[],
): { prefix: string; text: string } {
  const [first] = messages
  const words = messages.map(wordsOf).filter(Boolean).join('\n')
  const name = first && speakerOf(first)
  const isAlone = !first || isPrivate(first.chat)
  return {
    prefix: isAlone || !name ? '' : `${name}: `,
    text: [words, ...spoken].filter(Boolean).join('\n\n'),
  }
}

function wordsOf(message: MsgrMessage, index: number): string {
  const words = message.text ?? message.caption ?? ''
  const earlier = message.quote?.text ?? message.reply_to_message?.text
  // Each picture of an album is a reply too, and says nothing more.
  const isReply = earlier && (words !== '' || index === 0 || fileOf(message)?.is_speech)
  return isReply ? `reply to [[${earlier}]]: ${words}`.trim() : words
}
