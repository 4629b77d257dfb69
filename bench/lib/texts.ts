import { seeded } from '#testing/storage/vectors.ts'

const WORDS = 20_000
const TOPICS = 400
const TOPIC_WORDS = 200

/** Passages of invented words that speak of topics, as documents do, and questions about the same; alike on every run. */
export function topicalTexts() {
  const random = seeded(7)
  const pick = (count: number) => Math.floor(random() * count)
  const syllable = () => `${'bdfgklmnprstvz'[pick(14)]}${'aeiou'[pick(5)]}`
  const word = () => Array.from({ length: 2 + pick(3) }, syllable).join('')
  const words = Array.from({ length: WORDS }, word)
  // Few words are said often, and most hardly ever.
  const common = () => words[Math.floor(WORDS * random() ** 4)] ?? ''
  const topics = Array.from({ length: TOPICS }, () =>
    Array.from({ length: TOPIC_WORDS }, () => words[pick(WORDS)] ?? ''),
  )
  const textOf = (length: number, share: number) => {
    const topic = topics[pick(TOPICS)] ?? []
    const nextWord = () => (random() < share ? (topic[Math.floor(TOPIC_WORDS * random() ** 2)] ?? '') : common())
    return Array.from({ length }, nextWord).join(' ')
  }
  return { passage: () => textOf(130, 0.5), question: () => textOf(8, 0.8) }
}
