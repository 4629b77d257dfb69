import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../lib/random.ts'
import type { File } from './file.ts'
import { hasProgram, runProgram } from './packages.ts'
import { makeMergedTable, makePrintedTable, type PrintedTable, pageOf } from './printed-tables.ts'

const PACKAGES = ['jspdf-autotable', 'pdfmake', '@react-pdf/renderer', 'pdfkit']
const TABLES = 12

/** Programs that print pages, with their arguments before the page and the file. */
const BROWSERS: { program: string; args(page: string, path: string): string[] }[] = [
  {
    program: 'chromium',
    args: (page, path) => ['--headless', '--no-sandbox', '--no-pdf-header-footer', `--print-to-pdf=${path}`, page],
  },
  { program: 'weasyprint', args: (page, path) => [page, path] },
  { program: 'wkhtmltopdf', args: (page, path) => ['-q', '--enable-local-file-access', page, path] },
]

/** PDFs of tables by what prints them: packages of npm, and programs where they are installed. */
export function printTables(
  folder: string,
  random: Random,
  share: number,
  runOutside: (script: string, input: object) => unknown,
): File[] {
  const tables = Array.from({ length: Math.ceil(TABLES * share) }, (_, at) => makePrintedTable(random, at))
  const fileOf = (writer: string, at: number | string, { rows }: Pick<PrintedTable, 'rows'>): File => {
    const path = join(folder, `${writer.replaceAll(/\W/g, '-')}-${at}.pdf`)
    return { writer, path, source: path, texts: rows, isWhole: true }
  }
  const jobs = PACKAGES.flatMap((writer) => tables.map((table, at) => ({ table, file: fileOf(writer, at, table) })))
  const written = jobs.map(({ table, file: { writer, path } }) => ({ writer, path, table }))
  runOutside('print-tables.mjs', { jobs: written })
  const printed = BROWSERS.filter(({ program }) => hasProgram(program)).flatMap(({ program, args }) =>
    tables.map((table, at) => {
      const page = join(folder, `printed-${at}.html`)
      writeFileSync(page, pageOf(table))
      const file = fileOf(program, at, table)
      runProgram(program, args(page, file.path), folder)
      return file
    }),
  )
  const merged = Array.from({ length: tables.length }, (_, at) => makeMergedTable(random, at))
  const printedMerged = BROWSERS.filter(({ program }) => hasProgram(program)).flatMap(({ program, args }) =>
    merged.map((table, at) => {
      const page = join(folder, `merged-${at}.html`)
      writeFileSync(page, table.page)
      const file = { ...fileOf(program, `merged-${at}`, table), writer: `${program}, merged cells` }
      runProgram(program, args(page, file.path), folder)
      return file
    }),
  )
  return [
    ...jobs.map(({ file }) => file),
    ...printed,
    ...printedMerged,
    ...(hasProgram('groff') ? setTables(tables, fileOf) : []),
  ]
}

/** What groff sets: columns with a space of three letters between them, notes of several lines. */
const setTables = (
  tables: readonly PrintedTable[],
  fileOf: (writer: string, at: number, table: PrintedTable) => File,
) =>
  tables.map((table, at) => {
    const [headings = [], ...rows] = table.rows
    const formats = table.columns.map((kind) => ({ text: 'l', number: 'r', note: 'lw(2i)' })[kind]).join(' ')
    const cell = (text: string, column: number) =>
      table.columns[column] === 'note' && text !== '' ? `T{\n${text}\nT}` : text
    const lines = [
      ...[
        '.SH',
        table.title,
        '.PP',
        'The figures hold for the whole of the year.',
        '.TS H',
        table.isRuled ? 'allbox;' : '',
      ],
      ...[`${headings.map(() => 'lb').join(' ')}`, `${formats}.`, headings.join('\t'), '.TH'],
      ...[...rows.map((row) => row.map(cell).join('\t')), '.TE', ''],
    ]
    const { stdout } = spawnSync('groff', ['-K', 'utf8', '-t', '-ms', '-Tpdf'], { input: lines.join('\n') })
    const file = fileOf('groff', at, table)
    writeFileSync(file.path, stdout)
    return file
  })
