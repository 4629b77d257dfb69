import { foldText } from '#contracts/fold-text.ts'
import { meaningfulWords, pairsOf, type Word, wordsOf } from './words.ts'

/**
 * Numbers, addresses and names with punctuation inside, which are indexed as a whole too. A match begins where a word begins:
 * tried at each character of a long word, it would read the rest of that word each time.
 */
const COMPOUND = /(?<![\p{Script=Latin}\p{N}])[\p{Script=Latin}\p{N}]+(?:[.,@_:/+-][\p{Script=Latin}\p{N}]+)+/gu
const MAX_COMPOUND_LENGTH = 64
/** Enough for a long question; in scripts without spaces each character is a term. */
const MAX_QUESTION_TERMS = 40

/** The terms of a text in the word index. */
export function indexTerms(text: string): string[] {
  const terms = new Set(compoundsOf(text))
  for (const word of wordsOf(text)) {
    for (const term of termsOf(word)) terms.add(term)
    // Questions may contain a single character.
    if (word.kind === 'han') for (const character of word.text) terms.add(character)
  }
  return [...terms]
}

/** The terms of a question to look up in the word index. */
export function questionTerms(question: string): string[] {
  const terms = new Set([...compoundsOf(question), ...meaningfulWords(question).flatMap(termsOf)])
  return [...terms].slice(0, MAX_QUESTION_TERMS)
}

function termsOf({ kind, text }: Word): string[] {
  if (kind === 'word') return [text]
  return kind === 'hangul' ? [text, ...pairsOf(text)] : pairsOf(text)
}

const compoundsOf = (text: string): string[] =>
  Array.from(foldText(text).matchAll(COMPOUND), ([compound]) => compound).filter(
    ({ length }) => length <= MAX_COMPOUND_LENGTH,
  )
