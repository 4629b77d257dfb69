import { isPrivate, type MsgrMessage, speakerOf } from './read-update.ts'

/**
 * What a message says to the teammate: its words with those that it replies to, then what was spoken in it. The form of a
 * reply is the contract's. In a group somebody has to say who speaks: `prefix`, which alone is nothing said.
 */
export function contentOf(
  messages: readonly MsgrMessage[],
  spoken: readonly string[],
): { prefix: string; text: string } {
  const [first] = messages
  const written = messages.flatMap(({ text, caption }) => text ?? caption ?? []).join('\n')
  const earlier = first?.quote?.text ?? first?.reply_to_message?.text
  const words = earlier ? `reply to [[${earlier}]]: ${written}`.trim() : written
  const name = first && speakerOf(first)
  const isAlone = !first || isPrivate(first.chat)
  return {
    prefix: isAlone || !name ? '' : `${name}: `,
    text: [words, ...spoken].filter(Boolean).join('\n\n'),
  }
}
