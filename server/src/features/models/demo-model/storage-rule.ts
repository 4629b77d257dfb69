/** Answers a question from the storage: searches, retries with fewer words, and cites. */
import { z } from 'zod'
import type { Conversation } from './conversation.ts'
import { isRussian, keyWords } from './texts.ts'
import { callTool, isReachable, type ToolCall } from './tool-rules.ts'

type Reply = { text: string } | { tool_call: ToolCall }
type Passage = { cite: string; passage: string }

const SEMANTIC = 'storage.semantic_search'
const EXACT = 'storage.search'
const SINGLE_WORDS = 3
const OTHERS = 3
const LONGEST = 600
const MAX_QUERY_LENGTH = 200

const Findings = z.object({ results: z.array(z.object({ cite: z.string(), passage: z.string() })) })

export const isSearch = (tool: string): boolean => tool === SEMANTIC || tool === EXACT

/** What comes next for a question: a search, another one when the last found nothing, or the answer. */
export function answerFromStorage(conversation: Conversation): Reply | null {
  const { message, answers } = conversation
  if (!isQuestion(message)) return null
  const words = keyWords(message)
  const attempts = attemptsFor(words).filter(({ tool }) => isReachable(conversation, tool))
  if (attempts.length === 0) return null

  const done = answers.filter(({ tool }) => isSearch(tool))
  const found = relevant(passagesIn(done.at(-1)?.output ?? ''), words.split(' '))
  const [best, ...others] = found
  if (best) return { text: cited(words, best, others, isRussian(message)) }
  const next = attempts[done.length]
  if (!next) return { text: nothingFound(words, isRussian(message)) }
  const tools = [...new Set(attempts.map(({ tool }) => tool))]
  const reply = callTool(
    conversation,
    next.tool,
    ({ fields }) => ({ [queryField(fields)]: next.query.slice(0, MAX_QUERY_LENGTH) }),
    tools,
  )
  return 'tool_call' in reply ? reply : null
}

/** The meaning first, then the very words, then each of the longest alone. */
function attemptsFor(words: string): { tool: string; query: string }[] {
  const single = words.split(' ').toSorted((one, other) => other.length - one.length)
  const exact = new Set([words, ...single.slice(0, SINGLE_WORDS)])
  return [{ tool: SEMANTIC, query: words }, ...[...exact].map((query) => ({ tool: EXACT, query }))]
}

const queryField = (fields: string[]): string => (fields.includes('query') ? 'query' : (fields[0] ?? 'query'))

function passagesIn(output: string): Passage[] {
  try {
    return Findings.safeParse(JSON.parse(output)).data?.results ?? []
  } catch {
    return []
  }
}

/** Passages with at least half of the words, best first. */
function relevant(passages: Passage[], words: string[]): Passage[] {
  const weighed = passages.map((one) => ({ ...one, weight: words.filter((word) => holds(one.passage, word)).length }))
  return weighed.filter(({ weight }) => weight * 2 >= words.length).toSorted((one, other) => other.weight - one.weight)
}

const holds = (text: string, word: string): boolean =>
  text.toLowerCase().includes(word.toLowerCase().replace(/(?<=\p{L}{2})s$/u, ''))

const nothingFound = (words: string, inRussian: boolean): string =>
  inRussian ? `В файлах ничего не нашлось о «${words}».` : `I found nothing about “${words}” in your files.`

function cited(words: string, best: Passage, others: Passage[], inRussian: boolean): string {
  const also = others.slice(0, OTHERS).map(({ cite }) => `\`${cite}\``)
  return [
    inRussian ? `Вот что нашлось по запросу «${words}»:` : `Here is what I found for “${words}”:`,
    quoted(best.passage, words.split(' ')),
    `— \`${best.cite}\``,
    ...(also.length > 0 ? [`${inRussian ? 'Смотрите также' : 'See also'} ${also.join(', ')}.`] : []),
  ].join('\n\n')
}

/** A short passage whole, of a long one the lines with the words in them. A heading would be too loud; lines stay lines. */
function quoted(passage: string, words: string[]): string {
  const lines = passage.split('\n')
  const relevant = passage.length <= LONGEST ? lines : lines.filter((line) => words.some((word) => holds(line, word)))
  let room = LONGEST
  const shown = relevant.filter((line, index) => {
    room -= line.length
    return index === 0 || room >= 0
  })
  return shown.map((line, index) => `${endsTable(shown[index - 1], line) ? '>\n' : ''}> ${quotable(line)}  `).join('\n')
}

const quotable = (line: string): string => line.replace(/^#+ +(\S.*)$/, '**$1**').slice(0, LONGEST)

/** Passages have no empty lines, and what follows a table at once would be one of its rows. */
const endsTable = (before: string | undefined, line: string): boolean =>
  before?.startsWith('|') === true && !line.startsWith('|')

function isQuestion(message: string): boolean {
  return (
    /\?\s*$/.test(message) ||
    /^(who|what|when|where|why|which|how|is|are|do|does|did|can|could|should)\b/i.test(message)
  )
}
