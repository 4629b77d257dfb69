import { dateOf, readDateStyles } from './date-styles.ts'
import { cleanLine, type Line, type Part } from './lines.ts'
import { openPackage, type Package, relationOf } from './open-package.ts'
import { Unreadable } from './unreadable.ts'

const ROOT = 'xl/workbook.xml'
const MOST_ROWS = 1_048_576

/** Sheets in their order, counted from 1; rows as the sheet counts them, whichever are empty. */
export async function readSheets(bytes: Uint8Array): Promise<Part[]> {
  const file = await openPackage(bytes)
  if (!file.names.includes(ROOT)) throw new Unreadable('The file is not an Excel workbook')
  const sheets: { name: string; id: string }[] = []
  let from_1904 = false
  await file.read(ROOT, {
    open(name, attributes) {
      if (name === 'sheet') sheets.push({ name: attributes.name ?? '', id: relationOf(attributes) })
      if (name === 'workbookPr') from_1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
    },
  })
  const targets = await file.relations(ROOT)
  const known = { strings: await readStrings(file), dates: await readDateStyles(file), from_1904 }
  const parts: Part[] = []
  for (const [index, { name, id }] of sheets.entries()) {
    const target = targets.get(id)
    if (!target || !file.names.includes(target)) continue
    const lines = await readRows(file, target, known)
    if (lines.length > 0) parts.push({ part: index + 1, part_name: name, lines })
  }
  return parts
}

type Known = { strings: string[]; dates: ReadonlySet<number>; from_1904: boolean }

async function readStrings(file: Package): Promise<string[]> {
  const strings: string[] = []
  if (!file.names.includes('xl/sharedStrings.xml')) return strings
  let text = ''
  let inText = false
  let phonetic = false
  await file.read('xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic = true
      else if (name === 't') inText = !phonetic
    },
    text(piece) {
      if (inText) text += piece
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'si') strings.push(text)
    },
  })
  return strings
}

async function readRows(file: Package, target: string, known: Known): Promise<Line[]> {
  const lines: Line[] = []
  let number = 0
  let cells: string[] = []
  let type = 'n'
  let style = 0
  let value = ''
  let inText = false
  let phonetic = false
  await file.read(target, {
    open(name, attributes) {
      if (name === 'row') {
        number = Number(attributes.r ?? number + 1)
        if (!(number >= 1 && number <= MOST_ROWS)) throw new Unreadable('A row of the workbook has no valid number')
        cells = []
      } else if (name === 'c') {
        type = attributes.t ?? 'n'
        style = Number(attributes.s ?? 0)
        value = ''
      } else if (name === 'rPh') phonetic = true
      else if (name === 'v' || name === 't') inText = !phonetic
    },
    text(piece) {
      if (inText) value += piece
    },
    close(name) {
      if (name === 'v' || name === 't') inText = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'c') {
        const shown = shownValue(value, type, style, known)
        if (shown !== '') cells.push(shown)
      } else if (name === 'row' && cells.length > 0) lines.push({ number, text: cleanLine(cells.join(' | ')) })
    },
  })
  return lines
}

function shownValue(value: string, type: string, style: number, { strings, dates, from_1904 }: Known): string {
  const text = type === 's' ? (strings[Number(value)] ?? '') : value
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'n' && value !== '' && dates.has(style)) return dateOf(Number(value), from_1904)
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim()
}
