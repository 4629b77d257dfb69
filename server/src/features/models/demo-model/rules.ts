/** What the demo model answers: rules in order, and the first that fits speaks. */
import { answerAbout, fallbackAnswer } from './about-rule.ts'
import type { Conversation, ToolAnswer } from './conversation.ts'
import { draftFor } from './draft-rule.ts'
import { answerExample } from './example-rule.ts'
import { answerFromStorage, isSearch } from './storage-rule.ts'
import { isRussian, markdownSample, numbers, quote, words } from './texts.ts'
import { titleFor } from './title-rule.ts'
import { askByName, fetchAddress, type ToolCall } from './tool-rules.ts'
import { withoutMark } from './voice/demo-hearing.ts'

export type Answer = {
  text: string
  reasoning: string
  tool_call: ToolCall | null
  /** Pieces a second; null: as fast as it goes. */
  pace: number | null
  fails: boolean
}

const LABEL = {
  en: '*Demo model, no AI: answers follow fixed rules.*',
  ru: '*Демонстрационная модель, не ИИ: отвечает по готовым правилам.*',
}
const WATCHABLE_PACE = 20

export function answer(conversation: Conversation): Answer {
  const wanted = titleFor(conversation.message) ?? draftFor(conversation.message)
  if (wanted) return { text: wanted, reasoning: '', tool_call: null, pace: null, fails: false }
  const { message, manner } = mannerOf(withoutMark(conversation.message))
  const reply = replyTo({ ...conversation, message })
  const whole = { text: '', tool_call: null, ...reply }
  return {
    ...whole,
    text:
      whole.text && conversation.is_first_answer
        ? `${isRussian(message) ? LABEL.ru : LABEL.en}\n\n${whole.text}`
        : whole.text,
    reasoning: manner.thinks ? thoughtsOn(message) : '',
    pace: manner.is_slow ? WATCHABLE_PACE : null,
    fails: /^fail\b/i.test(message),
  }
}

function replyTo(conversation: Conversation): { text: string } | { tool_call: ToolCall } {
  const { message, answers } = conversation
  const example = answerExample(conversation)
  if (example) return example
  const last = answers.at(-1)
  if (last && isSearch(last.tool)) return answerFromStorage(conversation) ?? { text: reportOn(last) }
  if (last && !last.tool.includes('load_tools')) return { text: reportOn(last) }

  const asked = askByName(conversation) ?? fetchAddress(conversation)
  if (asked) return asked

  const count = /\bcount to (\d+)/i.exec(message)?.[1]
  if (count) return { text: numbers(Number(count)) }
  const length = /\bwrite (\d+) words?\b/i.exec(message)?.[1]
  if (length) return { text: words(Number(length)) }
  if (/\bmarkdown\b/i.test(message)) return { text: markdownSample }

  return answerAbout(conversation) ?? answerFromStorage(conversation) ?? fallbackAnswer(conversation)
}

/** “think” and “slow” say how to answer; the rest says what. */
function mannerOf(message: string): { message: string; manner: { thinks: boolean; is_slow: boolean } } {
  const manner = { thinks: false, is_slow: false }
  let rest = message
  for (;;) {
    const [whole, word] = /^(think|slow)(?:ly)?\b[\s,:]*/i.exec(rest) ?? []
    if (whole === undefined || word === undefined) return { message: rest, manner }
    if (word.toLowerCase() === 'think') manner.thinks = true
    else manner.is_slow = true
    rest = rest.slice(whole.length)
  }
}

function thoughtsOn(message: string): string {
  return `The message says “${quote(message)}”. The demo model goes through its rules in order and takes the first that fits.`
}

function reportOn({ tool, output }: ToolAnswer): string {
  return `\`${tool}\` returned:\n\n\`\`\`\n${quote(output, 1500)}\n\`\`\``
}
