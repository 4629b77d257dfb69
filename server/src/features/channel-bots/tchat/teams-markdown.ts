import { mapProse } from '../bots/map-prose.ts'
import { splitText } from '../bots/split-text.ts'

/** A line that opens or closes a block of code, with its marks and its language. */
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
const HEADING = /^ {0,3}#{1,6}\s+(?=\S)/
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/
const TABLE_DIVIDER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/
/** What Teams would read as HTML or a mention; addresses between angle brackets are links. */
const TAG = /<(?!https?:|mailto:)/gi
// Bounded, so that no text takes long.
const IMAGE = /!\[([^\]\n]{0,500})\]\(([^)\s]{1,2000})[^)\n]{0,500}\)/g

/**
 * Markdown as Teams shows it in messages: headings become bold lines, tables are set in columns, pictures are linked, lines
 * between paragraphs are left out, and HTML is text. Blocks of code stay as they are.
 * https://learn.microsoft.com/microsoftteams/platform/bots/how-to/format-your-bot-messages
 */
export function toTeamsMarkdown(markdown: string): string {
  const lines = markdown.split('\n')
  const written: string[] = []
  let fence: string | null = null
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, marks = ''] = FENCE.exec(line) ?? []
    if (fence !== null) {
      if (marks.startsWith(fence)) fence = null
      written.push(line)
    } else if (marks) {
      fence = marks
      written.push(line)
    } else if (line.includes('|') && isDivider(lines[at + 1])) {
      const table = rowsFrom(lines, at)
      written.push(...inColumns(table.rows))
      at = table.end
    } else written.push(plainLine(line))
  }
  return written.join('\n')
}

const isDivider = (line: string | undefined): boolean => line?.includes('-') === true && TABLE_DIVIDER.test(line)

function plainLine(line: string): string {
  if (RULE.test(line)) return ''
  if (HEADING.test(line)) {
    const heading = line.replace(HEADING, '').trimEnd().replace(/\s#+$/, '').trimEnd()
    return `**${withoutTags(heading.replaceAll('**', ''))}**`
  }
  return withoutTags(
    line.replaceAll(IMAGE, (_all, name: string, address: string) => `[${name || address}](${address})`),
  )
}

const withoutTags = (line: string): string => mapProse(line, (text) => text.replaceAll(TAG, '&lt;'))

function rowsFrom(lines: readonly string[], from: number): { rows: string[][]; end: number } {
  const rows = [cellsOf(lines[from] ?? '')]
  let end = from + 1
  while (lines[end + 1]?.includes('|')) rows.push(cellsOf(lines[++end] ?? ''))
  return { rows, end }
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/** A block of code is the one form in which columns keep their place. */
function inColumns(rows: readonly string[][]): string[] {
  const columns = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  )
  const padded = (cell: string, width: number) => cell + ' '.repeat(Math.max(0, width - [...cell].length))
  const [head = [], ...body] = rows.map((row) =>
    widths
      .map((width, column) => padded(row[column] ?? '', width))
      .join('  ')
      .trimEnd(),
  )
  return ['```', head, widths.map((width) => '-'.repeat(width)).join('  '), ...body, '```'].flat()
}

/**
 * Pieces of at most `most` UTF-16 units; a block of code that is cut is closed in the one piece and opened again in the next.
 */
export function splitMarkdown(markdown: string, most: number): string[] {
  // What closing and opening a block takes.
  const pieces = splitText(markdown, most - 200)
  let open: string | null = null
  return pieces.map((piece) => {
    const text: string = open === null ? piece : `${open}\n${piece}`
    open = openFence(text)
    return open === null ? text : `${text}\n${/^ *(`+|~+)/.exec(open)?.[1] ?? '```'}`
  })
}

/** The line that opens the block in which a text ends; null outside one. */
function openFence(text: string): string | null {
  let open: string | null = null
  let marks = ''
  for (const line of text.split('\n')) {
    const [, found = ''] = FENCE.exec(line) ?? []
    if (!found) continue
    if (open === null) [open, marks] = [line.slice(0, 80), found]
    else if (found.startsWith(marks)) open = null
  }
  return open
}
