import { meaningfulWords, pairsOf, type Word, wordsOf } from './words.ts'

/** The share of a word's letter groups that another must have; inflections and typos keep as many. */
const RESEMBLING = 0.4

/**
 * Whether a text has a word like one of the question's. Hashed words share their places in a vector by chance, so that even
 * nonsense lies near some text; this looks at the letters themselves.
 */
export function resemblingAnyWord(question: string): (text: string) => boolean {
  const asked = meaningfulWords(question).map((word) => ({ ...word, groups: groupsOf(word) }))
  return (text) => hasWordLike(asked, text)
}

function hasWordLike(asked: readonly (Word & { groups: string[] })[], text: string): boolean {
  const pairs = new Set<string>()
  const words = new Map<string, Word>()
  for (const word of wordsOf(text)) {
    words.set(word.text, word)
    if (word.kind === 'word') continue
    for (const pair of pairsOf(word.text)) pairs.add(pair)
    for (const character of word.text) pairs.add(character)
  }
  return (
    asked.some(({ kind, groups }) => (kind === 'han' || kind === 'kana') && groups.some((pair) => pairs.has(pair))) ||
    words.values().some((word) => {
      const has = new Set(groupsOf(word))
      return asked.some(
        ({ kind, groups }) =>
          kind === word.kind && groups.filter((group) => has.has(group)).length >= RESEMBLING * groups.length,
      )
    })
  )
}

/** Letter groups by which two words are compared: trigrams of alphabets, pairs of syllables or ideographs. */
function groupsOf({ kind, text }: Word): string[] {
  if (kind !== 'word') return pairsOf(text)
  const marked = `<${text}>`
  return [...new Set(Array.from({ length: marked.length - 2 }, (_, at) => marked.slice(at, at + 3)))]
}
