import { mapBlocks } from '#platform/markdown/blocks.ts'
import { mapProse } from '#platform/markdown/map-prose.ts'

const NUMBER_SIGN = /^((?:[ \t>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*)(?=#{1,6}[^\s#])/gm
/** The end of a line that no Markdown breaks. */
const LINE_END = /(?<! {2}|\\)\n/g
/**
 * What Telegram reads in a text and others do not: formulas between dollar signs, pictures, which it fetches, and HTML. Line
 * breaks in tables and addresses between angle brackets stay. Bounded, so that no text takes long.
 */
const ACTIVE =
  /\\\$|\$\$[^$\n]{1,1000}\$\$|\$([^\s$\d][^$\n]{0,300})\$(?![\w$])|\$|!\[([^\]\n]{0,500})\]\(([^)\s]{1,2000})(?:\s[^)\n]{0,500})?\)|<(?!br\s*\/?>|https?:|mailto:)/gi

/**
 * Markdown whose readers at Telegram see what others see: amounts stay amounts, HTML is text, pictures are linked, and lines
 * stay lines. Code and formulas stay as they are. https://core.telegram.org/bots/api#rich-message-formatting-options
 */
export function toTelegramMarkdown(markdown: string): string {
  // One alone opens no formula.
  const dollar = markdown.indexOf('$') === markdown.lastIndexOf('$') ? '$' : '&#36;'
  return mapBlocks(markdown, (lines, kind) => {
    if (kind === 'code' || kind === 'formula') return lines
    // Telegram would join the lines of a paragraph.
    const lineEnd = kind === 'paragraph' ? '  \n' : '\n'
    const inert = mapProse(lines.join('\n'), (text) => textOf(text, dollar).replaceAll(LINE_END, lineEnd))
    // Without a space behind them they make no heading.
    return [inert.replaceAll(NUMBER_SIGN, '$1\\')]
  })
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
