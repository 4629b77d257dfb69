/** Words of questions that say nothing of what they are about. */
const SMALL = new Set(
  'a an and are as at be by can could do does for from has have how i in is it me my of on or our please should that the their there this to was we what when where which who why will with would you your и в на не что как по с к из за от до у я мы вы это для или о об'.split(
    ' ',
  ),
)
const WORD = /[\p{L}\p{N}]+/gu

/** How much of a word's groups of three letters another must have: with other endings or a slip of the pen it has as many. */
const RESEMBLING = 0.4

const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? []

/** A question without its small words, or as it is where it has no others. */
export function withoutSmallWords(question: string): string {
  const meaningful = question.split(/\s+/).filter((part) => wordsOf(part).some((word) => !SMALL.has(word)))
  return meaningful.length > 0 ? meaningful.join(' ') : question
}

/**
 * Whether a text has a word like one of the question's. Hashed words share their places in a vector by chance, so that even
 * nonsense lies near some text; this looks at the letters themselves.
 */
export function resemblesAnyWord(question: string, text: string): boolean {
  const asked = wordsOf(withoutSmallWords(question)).map(trigramsOf)
  return [...new Set(wordsOf(text))].some((word) => {
    const has = trigramsOf(word)
    return asked.some((wanted) => [...wanted].filter((gram) => has.has(gram)).length >= RESEMBLING * wanted.size)
  })
}

function trigramsOf(word: string): Set<string> {
  const marked = `<${word}>`
  const found = new Set<string>()
  for (let at = 0; at + 3 <= marked.length; at++) found.add(marked.slice(at, at + 3))
  return found
}
