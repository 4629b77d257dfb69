import { foldText } from '#contracts/fold-text.ts'
import { simplifyChinese } from './simplify-chinese.ts'
import { smallPhrases, smallWords } from './small-words.ts'

/**
 * A word of a text, or a run of characters in a script without spaces. Chinese and Japanese runs are compared by pairs of
 * neighboring characters, because no dictionary splits them reliably; Korean words too, because particles are attached to them.
 */
export type Word = {
  text: string
  kind: 'word' | 'hangul' | 'han' | 'kana'
  /** True for function words, which say nothing about the subject. */
  is_small: boolean
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const MAX_WORD_LENGTH = 64
/** Hiragana is used for endings and particles; shorter words are rarely nouns. */
const MIN_HIRAGANA_LENGTH = 3

const HAN = String.raw`\p{Script=Han}`
const KATAKANA = String.raw`\p{Script=Katakana}`
const HIRAGANA = String.raw`\p{Script=Hiragana}`
const HANGUL = String.raw`\p{Script=Hangul}`
const UNSPACED = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const SPECIAL = `${HAN}${KATAKANA}${HIRAGANA}${HANGUL}${UNSPACED}`
const HAS_SPECIAL = new RegExp(`[${SPECIAL}]`, 'u')
const SCRIPTS = new RegExp(
  [
    `(?<han>${HAN}+)`,
    `(?<katakana>${KATAKANA}[${KATAKANA}ー]*)`,
    `(?<hiragana>${HIRAGANA}[${HIRAGANA}ー]*)`,
    `(?<hangul>${HANGUL}+)`,
    `(?<unspaced>[${UNSPACED}]+)`,
    `(?<spaced>[^${SPECIAL}]+)`,
  ].join('|'),
  'gu',
)

/** Has dictionaries for Japanese, Thai, Lao, Khmer and Burmese, chosen by script. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** A word that ends on the next line, as printed texts have it. */
const BROKEN_WORD = /(?<!\p{L})(\p{L}{2,40})[-\u2010]\n(\p{Ll}{2,40})(?!\p{L})/gu

/** A hyphen at the end of a line may be the word's own or the line's, so the whole word is put beside its halves. */
const withWholeWords = (text: string): string =>
  [text, ...Array.from(text.matchAll(BROKEN_WORD), ([, first, rest]) => `${first}${rest}`)].join('\n')

/** The folded words of a text, the same for documents and questions. */
export function* wordsOf(text: string): Generator<Word> {
  const folded = simplifyChinese(foldText(withWholeWords(text)))
  const isSpaced = !HAS_SPECIAL.test(folded)
  for (const [run] of folded.matchAll(WORD))
    if (isSpaced) yield wordOf(run, 'word')
    else for (const match of run.matchAll(SCRIPTS)) yield* wordsOfScript(match[0], match.groups ?? {})
}

function* wordsOfScript(text: string, script: Record<string, string | undefined>): Generator<Word> {
  if (script.han) {
    // `split` returns the phrases at odd positions.
    for (const [at, part] of text.split(smallPhrases).entries())
      if (part !== '') yield { text: part, kind: 'han', is_small: at % 2 === 1 }
  } else if (script.katakana) yield { text, kind: 'kana', is_small: false }
  else if (script.hiragana)
    for (const { segment } of segmenter.segment(text)) {
      const word = wordOf(segment, 'kana')
      yield { ...word, is_small: word.is_small || segment.length < MIN_HIRAGANA_LENGTH }
    }
  else if (script.unspaced) for (const { segment } of segmenter.segment(text)) yield wordOf(segment, 'word')
  else yield wordOf(text, script.hangul ? 'hangul' : 'word')
}

function wordOf(text: string, kind: Word['kind']): Word {
  const short = text.length > MAX_WORD_LENGTH ? text.slice(0, MAX_WORD_LENGTH).toWellFormed() : text
  return { text: short, kind, is_small: smallWords.has(short) }
}

/** The words of a question without its function words, or all if it has no others. */
export function meaningfulWords(question: string): Word[] {
  const words = [...wordsOf(question)]
  const meaningful = words.filter(({ is_small }) => !is_small)
  return meaningful.length > 0 ? meaningful : words
}

/** Neighboring characters of a word, two and two; a single character is itself. */
export function pairsOf(text: string): string[] {
  const characters = Array.from(text)
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}
