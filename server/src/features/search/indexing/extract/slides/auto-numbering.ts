import { formatCount } from '../count-formats.ts'

const MAX_LEVELS = 9
const FORMATS: [RegExp, string][] = [
  [/^alphaLc/, 'lowerLetter'],
  [/^alphaUc/, 'upperLetter'],
  [/^romanLc/, 'lowerRoman'],
  [/^romanUc/, 'upperRoman'],
  [/^circleNum/, 'decimalEnclosedCircle'],
  [/^ea1(Chs|Cht|Jpn)/, 'chineseCounting'],
]

/** Numbers the paragraphs of a text box as the slide shows them: a list is counted while its paragraphs follow each other. */
export class AutoNumbering {
  #counts: { type: string; startAt: number; count: number }[] = []
  #level = 0
  #format: { type: string; startAt: number } | null = null

  startBody(): void {
    this.#counts = []
  }

  startParagraph(): void {
    this.#level = 0
    this.#format = null
  }

  setLevel(level: number): void {
    this.#level = level >= 0 && level < MAX_LEVELS ? level : 0
  }

  setFormat(type: string, startAt: number): void {
    this.#format = { type, startAt }
  }

  /** A paragraph without text has no number, and ends no list. */
  labelOf(hasText: boolean): string {
    if (!hasText) return ''
    const level = this.#level
    this.#counts.length = Math.min(this.#counts.length, level + 1)
    if (!this.#format) {
      this.#counts.length = Math.min(this.#counts.length, level)
      return ''
    }
    const { type, startAt } = this.#format
    const before = this.#counts[level]
    const count = before?.type === type && before.startAt === startAt ? before.count + 1 : startAt
    this.#counts[level] = { type, startAt, count }
    const text = formatCount(count, FORMATS.find(([pattern]) => pattern.test(type))?.[1] ?? 'decimal')
    if (type.endsWith('ParenBoth')) return `(${text})`
    if (type.endsWith('ParenR')) return `${text})`
    return type.endsWith('Period') ? `${text}.` : text
  }
}
