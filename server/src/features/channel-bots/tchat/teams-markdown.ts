import { eastAsianWidth } from 'get-east-asian-width'
import { mapBlocks } from '#platform/markdown/blocks.ts'
import { CONTAINERS } from '#platform/markdown/fence.ts'
import { inlineText } from '#platform/markdown/inline-text.ts'
import { mapProse } from '#platform/markdown/map-prose.ts'

/** What Teams would read as HTML or a mention; addresses between angle brackets are links. */
const TAG = /<(?!https?:|mailto:)/gi
// Bounded, so that no text takes long.
const IMAGE = /!\[([^\]\n]{0,500})\]\(([^)\s]{1,2000})(?:\s[^)\n]{0,500})?\)/g
const LINK = /\]\(|https?:/
/** The end of a line that no Markdown breaks. */
const LINE_END = /(?<! {2}|\\)\n/g
/** Columns that are wider are hard to read in a chat, and one long cell would widen every row. */
const MAX_TABLE_WIDTH = 100

/**
 * Markdown as Teams shows it in messages: headings become bold lines, tables are set in columns, pictures are linked, rules
 * between paragraphs are left out, HTML is text, and lines stay lines, which Teams would join. Blocks of code stay as they are.
 * https://learn.microsoft.com/microsoftteams/platform/bots/how-to/format-your-bot-messages
 */
export function toTeamsMarkdown(markdown: string): string {
  return mapBlocks(markdown, (lines, kind, next) => {
    if (kind === 'code') return lines
    if (kind === 'table') return tableOf(lines)
    if (kind === 'heading') return [next?.trim() ? `${headingOf(lines)}  ` : headingOf(lines)]
    if (kind === 'rule') return ['']
    return [inertText(lines.join('\n'))]
  })
}

const inertText = (text: string): string =>
  mapProse(text, (prose) =>
    prose
      .replaceAll(IMAGE, (_all, name: string, address: string) => `[${name || address}](${address})`)
      .replaceAll(TAG, '&lt;')
      .replaceAll(LINE_END, '  \n'),
  )

function headingOf(lines: readonly string[]): string {
  const [first = ''] = lines
  const [containers = ''] = CONTAINERS.exec(first) ?? []
  const heading = first.slice(containers.length)
  const text = /^#/.test(heading)
    ? heading
        .replace(/^#+/, '')
        .trim()
        .replace(/(?:^|\s)#+$/, '')
        .trimEnd()
    : [heading, ...lines.slice(1, -1)].map((line) => line.trim()).join(' ')
  return text === '' ? containers : `${containers}**${inertText(text.replaceAll('**', ''))}**`
}

function tableOf(lines: readonly string[]): string[] {
  // GitHub would make a row of text that follows without a blank line.
  const end = lines.findIndex((line, at) => at > 1 && !line.includes('|'))
  const [header = '', _divider, ...rows] = end === -1 ? lines : lines.slice(0, end)
  const [containers = ''] = CONTAINERS.exec(header) ?? []
  const head = cellsOf(header.slice(containers.length))
  const body = rows.map((row) => cellsOf(row.replace(CONTAINERS, '')).slice(0, head.length))
  const hasLinks = body.flat().some((cell) => LINK.test(cell))
  const table = (hasLinks ? null : inColumns(head, body)) ?? inRecords(head, body)
  const indent = containers.replaceAll(/[^>\s]/g, ' ')
  const placed = table.map((line, at) => `${at === 0 ? containers : indent}${line}`)
  return end === -1 ? placed : [...placed, inertText(lines.slice(end).join('\n'))]
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/** A block of code is the one form in which columns keep their place; null where they would be too wide. */
function inColumns(...table: [head: readonly string[], body: readonly string[][]]): string[] | null {
  const [head = [], ...body] = [table[0], ...table[1]].map((row) => row.map(plainCell))
  const rows = [head, ...body]
  const widths = head.map((_, column) => rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 0))
  if (widths.reduce((sum, width) => sum + width + 2, -2) > MAX_TABLE_WIDTH) return null
  const padded = (cell: string, width: number) => cell + ' '.repeat(width - widthOf(cell))
  const lineOf = (cells: readonly string[]) =>
    widths
      .map((width, column) => padded(cells[column] ?? '', width))
      .join('  ')
      .trimEnd()
  return ['```', lineOf(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(lineOf), '```']
}

/** In a block of code no mark is read. */
const plainCell = (cell: string): string => inlineText(cell.replaceAll(/<br\s*\/?>/gi, ' '))

const segmenter = new Intl.Segmenter()

/** In places of a letter of code: a Chinese character takes two. */
function widthOf(cell: string): number {
  if (/^[ -~]*$/.test(cell)) return cell.length
  let width = 0
  for (const { segment } of segmenter.segment(cell)) width += eastAsianWidth(segment.codePointAt(0) ?? 0)
  return width
}

/** A paragraph for each row, with each cell behind its heading. */
function inRecords(head: readonly string[], body: readonly string[][]): string[] {
  return body.flatMap((row) => {
    const fields = row.flatMap((cell, column) => {
      const name = inertText((head[column] ?? '').replaceAll('**', ''))
      return cell === '' ? [] : [name === '' ? inertText(cell) : `**${name}:** ${inertText(cell)}`]
    })
    return [...fields.map((field, at) => (at < fields.length - 1 ? `${field}  ` : field)), '']
  })
}
