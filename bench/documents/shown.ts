import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SaxesParser } from 'saxes'
import type { File } from './file.ts'
import { convert } from './make-files.ts'

/** Comma, quotes and UTF-8; values are written as their cells show them. */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76'
const FORMATS = { xlsx: CSV, docx: 'fodt', pptx: 'fodp' }

/** The cells of each file as LibreOffice or poppler shows them, by the file's path. */
export function readShown(folder: string, files: readonly File[]): Map<string, string[][]> {
  const shown = new Map<string, string[][]>()
  const sources = [...new Set(files.map(({ source }) => source))]
  for (const [extension, format] of Object.entries(FORMATS)) {
    const paths = sources.filter((path) => path.endsWith(`.${extension}`))
    const target = join(folder, `shown-${extension}`)
    convert(format, paths, target)
    for (const path of paths) {
      const converted = join(target, basename(path).replace(/\w+$/, format.replace(/:.*/s, '')))
      if (existsSync(converted)) shown.set(path, extension === 'xlsx' ? csvRows(converted) : odfRows(converted))
    }
  }
  return new Map(
    files.flatMap((file) => {
      const cells = file.texts ?? shown.get(file.source)
      if (!cells) return []
      return [[file.path, file.path.endsWith('.pdf') && !file.isWhole ? printed(file.path, cells) : cells]]
    }),
  )
}

function csvRows(path: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare, end] of readFileSync(path, 'utf8').matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end !== ',') rows.push([])
  }
  return rows
}

/** The rows of the tables of an OpenDocument file. */
function odfRows(path: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let text = ''
  let isInCell = false
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('opentag', ({ name }) => {
    if (name === 'table:table-row') row = []
    else if (name === 'table:covered-table-cell') row.push('')
    else if (name === 'table:table-cell') {
      text = ''
      isInCell = true
    }
  })
  parser.on('text', (piece) => {
    if (isInCell) text += piece
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'table:table-cell') {
      row.push(text)
      isInCell = false
    } else if (name === 'table:table-row') rows.push(row)
  })
  parser.write(readFileSync(path, 'utf8')).close()
  return rows
}

/** Of the cells that a page was made of, those that poppler finds on it: a narrow column cuts some. */
function printed(path: string, cells: readonly string[][]): string[][] {
  const text = plain(String(execFileSync('pdftotext', ['-layout', path, '-'])))
  return cells.map((row) => row.map((cell) => (text.includes(plain(cell)) ? cell : '')))
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
