import type { ModelMessage } from '../../models/model-language.ts'

/** The newest turns stay word for word; a tool's results stay with the call that asked for them. */
const KEPT = 6

const INSTRUCTION =
  'Summarize the conversation so far for yourself, so that you can go on with it without reading it again: what was ' +
  'asked, what was found out and decided, names, numbers and open points. Write only the summary.'

/** The older part of a conversation, to be summarized, and the newer, to be kept; null when there is too little. */
export function splitForCompaction(messages: ModelMessage[]): { older: ModelMessage[]; newer: ModelMessage[] } | null {
  let cut = messages.length - KEPT
  while (cut > 0 && messages[cut]?.role !== 'user') cut--
  return cut < 2 ? null : { older: messages.slice(0, cut), newer: messages.slice(cut) }
}

export const compactionRequest = (older: ModelMessage[]): ModelMessage[] => [
  ...older.map(withoutImages),
  { role: 'user', content: INSTRUCTION },
]

export const summaryMessage = (summary: string): ModelMessage => ({
  role: 'user',
  content: `[Summary of the conversation so far]\n${summary}`,
})

const withoutImages = (message: ModelMessage): ModelMessage =>
  message.role === 'user' ? { role: 'user', content: message.content } : message
