import { meaningfulWords, pairsOf, type Word, wordsOf } from './words.ts'

/** How much of a word another must have: with other endings or a slip of the pen it has as many of its groups of letters. */
const RESEMBLING = 0.4

/**
 * Whether a text has a word like one of the question's. Hashed words share their places in a vector by chance, so that even
 * nonsense lies near some text; this looks at the letters themselves.
 */
export function resemblesAnyWord(question: string, text: string): boolean {
  const asked = meaningfulWords(question).map((word) => ({ ...word, groups: groupsOf(word) }))
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

/** What two words are compared by: three letters each where a letter is a sound, two where it is a syllable or a word. */
function groupsOf({ kind, text }: Word): string[] {
  if (kind !== 'word') return pairsOf(text)
  const marked = `<${text}>`
  return [...new Set(Array.from({ length: marked.length - 2 }, (_, at) => marked.slice(at, at + 3)))]
}
