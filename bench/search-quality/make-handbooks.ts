import { randomFrom } from '../lib/random.ts'
import { easternHandbooks } from './handbooks-east.ts'
import { westernHandbooks } from './handbooks-west.ts'

export type Question = {
  language: string
  q: string
  kind: 'keywords' | 'question' | 'plain' | 'unanswered'
  path: string | null
}

const FILES_PER_LANGUAGE = 40
const SENTENCES = 3
const SEED = 20_261_128

/** The files of all languages, of which each topic's is one, and what is asked; the same on every run. */
export function makeHandbooks(): { files: { path: string; text: string }[]; questions: Question[] } {
  const random = randomFrom(SEED)
  const files: { path: string; text: string }[] = []
  const questions: Question[] = []
  for (const { language, topics, others, unanswered } of [...westernHandbooks, ...easternHandbooks]) {
    const pick = () => others[random.below(others.length)] ?? ''
    for (let at = 0; at < FILES_PER_LANGUAGE; at++) {
      const path = `${language.toLowerCase()}-${at}.md`
      const surrounding = Array.from({ length: SENTENCES }, pick)
      const [text, keywords, question] = topics[at] ?? []
      files.push({ path, text: [...surrounding, text ?? `${at}.`].join('\n') })
      if (keywords === undefined || question === undefined) continue
      questions.push(
        { language, q: keywords, kind: 'keywords', path },
        { language, q: question, kind: 'question', path },
      )
      for (const q of [keywords, question]) {
        const plain = withoutMarks(q)
        if (plain !== q) questions.push({ language, q: plain, kind: 'plain', path })
      }
    }
    for (const q of unanswered) questions.push({ language, q, kind: 'unanswered', path: null })
  }
  return { files, questions }
}

/** As people type who leave out accents; only in scripts whose letters stay what they are without them. */
const withoutMarks = (text: string): string =>
  /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Arabic}/u.test(text)
    ? text
        .normalize('NFD')
        .replaceAll(/[\u0300-\u0305\u0307-\u036f\u0653-\u0655]|(?<![иИ])\u0306/g, '')
        .normalize('NFC')
        .replaceAll('ß', 'ss')
        .replaceAll('đ', 'd')
    : text
