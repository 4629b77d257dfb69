import { FENCE, mapProse } from '../bots/map-prose.ts'

const FORMULA_FENCE = /^\s*\$\$\s*$/
const TABLE_DIVIDER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/
const QUOTE = /^\s*>\s?/
/** A line that is a block of its own or begins one, such as a heading, an item, a rule or the address of a link. */
const BLOCK = /^\s*(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>|\||\[[^\]\n]{1,200}\]:|(?:[-*_=]\s*){3,}$)/
/** A block that ends with its line. */
const ONE_LINE_BLOCK = /^\s*(?:#{1,6}\s|\[[^\]\n]{1,200}\]:|(?:[-*_=]\s*){3,}$)/
const NUMBER_SIGN = /^(\s{0,3}(?:(?:>|[-*+]|\d{1,9}[.)])\s+)*)(?=#{1,6}[^\s#])/
/**
 * What Telegram reads in a text and others do not: formulas between dollar signs, pictures, which it fetches, and HTML. Line
 * breaks in tables and addresses between angle brackets stay. Bounded, so that no text takes long.
 */
const ACTIVE =
  /\\\$|\$\$[^$\n]{1,1000}\$\$|\$([^\s$\d][^$\n]{0,300})\$(?![\w$])|\$|!\[([^\]\n]{0,500})\]\(([^)\s]{1,2000})[^)\n]{0,500}\)|<(?!br\s*\/?>|https?:|mailto:)/gi

/**
 * Markdown whose readers at Telegram see what others see: amounts stay amounts, HTML is text, pictures are linked, and lines
 * stay lines. Code and formulas stay as they are. https://core.telegram.org/bots/api#rich-message-formatting-options
 */
export function toTelegramMarkdown(markdown: string): string {
  const lines = markdown.split('\n')
  // One alone opens no formula.
  const dollar = markdown.indexOf('$') === markdown.lastIndexOf('$') ? '$' : '&#36;'
  const inertLine = (line: string) => lineOf(line, dollar)
  const written: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const verbatim = endOfVerbatim(lines, at)
    const table = endOfTable(lines, at)
    if (verbatim !== null) {
      written.push(...lines.slice(at, verbatim + 1))
      at = verbatim
    } else if (table !== null) {
      written.push(...lines.slice(at, table + 1).map(inertLine))
      at = table
    } else written.push(inertLine(line) + (isBroken(line, lines, at + 1) ? '  ' : ''))
  }
  return written.join('\n')
}

/** The last line of the block of code or the formula that begins here; null where none does. */
function endOfVerbatim(lines: readonly string[], from: number): number | null {
  const line = lines[from] ?? ''
  const [, marks] = FENCE.exec(line) ?? []
  if (!marks && !FORMULA_FENCE.test(line)) return null
  const isEnd = (other: string) =>
    marks ? (FENCE.exec(other)?.[1]?.startsWith(marks) ?? false) : FORMULA_FENCE.test(other)
  let end = from + 1
  while (end < lines.length && !isEnd(lines[end] ?? '')) end++
  return Math.min(end, lines.length - 1)
}

function endOfTable(lines: readonly string[], from: number): number | null {
  const divider = lines[from + 1] ?? ''
  if (!lines[from]?.includes('|') || !divider.includes('-') || !TABLE_DIVIDER.test(divider)) return null
  let end = from + 1
  while (lines[end + 1]?.includes('|')) end++
  return end
}

/** Whether the next line is one of the same paragraph, to which Telegram would join this one. */
function isBroken(line: string, lines: readonly string[], next: number): boolean {
  const isQuoted = QUOTE.test(line) && QUOTE.test(lines[next] ?? '')
  const [text, following] = [line, lines[next] ?? ''].map((each) => (isQuoted ? each.replace(QUOTE, '') : each))
  if (!text?.trim() || !following?.trim() || / {2}$|\\$/.test(text) || ONE_LINE_BLOCK.test(text)) return false
  if (BLOCK.test(following) || endOfVerbatim([following], 0) !== null) return false
  return isQuoted || endOfTable(lines, next) === null
}

/** A line outside of code in which nothing but Markdown is left; a number sign without a space makes no heading. */
function lineOf(line: string, dollar: string): string {
  return mapProse(line, (text) => textOf(text, dollar)).replace(NUMBER_SIGN, '$1\\')
}

const textOf = (text: string, dollar: string): string =>
  text.replaceAll(ACTIVE, (found, formula: string | undefined, name = '', address: string | undefined) => {
    if (address !== undefined) return `[${name || address}](${address})`
    if (formula !== undefined) return isFormula(formula) ? found : `${dollar}${textOf(formula, dollar)}${dollar}`
    if (found === '<') return '&lt;'
    return found.startsWith('$$') ? found : dollar
  })

/** One with a sign of LaTeX, or a single letter: between other dollar signs are amounts and names. */
const isFormula = (text: string): boolean => !/\s$/.test(text) && (/[\\^_={}]/.test(text) || /^[a-z]$/i.test(text))
