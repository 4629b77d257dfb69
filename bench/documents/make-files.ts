import { renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Random } from '../lib/random.ts'
import type { File } from './file.ts'
import { hasProgram, runProgram } from './packages.ts'
import { printTables } from './print-tables.ts'
import { type Abilities, makeTable, type Table, textsOf, withMerged } from './tables.ts'

/** How many workbooks are printed as PDFs. */
const PRINTS = 18

type Job = { writer: string; table: Table; path: string }

/** Writes the files of the bench: by packages, and by programs where they are installed. */
export function makeFiles(
  folder: string,
  random: Random,
  share: number,
  runOutside: (script: string, input: object) => unknown,
): File[] {
  const jobs: Job[] = []
  const add = (writer: string, extension: string, count: number, abilities: Abilities, name = writer) => {
    for (let at = 0; at < Math.ceil(count * share); at++) {
      const made = makeTable(random, at, abilities)
      const canMerge = abilities.hasAllLetters && writer !== 'pptxgenjs'
      const table = canMerge && at % 3 === 0 ? withMerged(made) : made
      jobs.push({ writer, table, path: join(folder, `${name}-${at}.${extension}`) })
    }
  }
  const formatted = { hasFormats: true, hasAllLetters: true }
  const text = { hasFormats: false, hasAllLetters: true }
  add('exceljs', 'xlsx', 35, formatted)
  // These are printed too: without merged cells, whose value a page shows elsewhere, and in letters that every machine has.
  add('exceljs', 'xlsx', PRINTS, { hasFormats: true, hasAllLetters: false }, 'print')
  add('xlsx', 'xlsx', 40, formatted)
  add('docx', 'docx', 30, text)
  add('pptxgenjs', 'pptx', 20, text)
  add('pdf-lib', 'pdf', 20, { hasFormats: false, hasAllLetters: false })
  runOutside('write-files.mjs', { jobs })
  const files = jobs.map(({ writer, table, path }): File => {
    const file = { writer, path, source: path }
    return path.endsWith('.pdf') ? { ...file, texts: textsOf(table) } : file
  })
  const pandoc = hasProgram('pandoc') ? pandocFiles(folder, random, share) : []
  const office = hasProgram('soffice') ? officeFiles(folder, files, share) : []
  const ghostscript = hasProgram('gs') ? ghostscriptFiles(folder, [...files, ...office], share) : []
  return [...files, ...pandoc, ...office, ...ghostscript, ...printTables(folder, random, share, runOutside)]
}

function pandocFiles(folder: string, random: Random, share: number): File[] {
  return [
    ...Array.from({ length: Math.ceil(20 * share) }, (_, at) => ({ at, extension: 'docx' })),
    ...Array.from({ length: Math.ceil(12 * share) }, (_, at) => ({ at, extension: 'pptx' })),
  ].map(({ at, extension }) => {
    const table = makeTable(random, at, { hasFormats: false, hasAllLetters: true })
    const [headings = [], ...rows] = textsOf(table).map((row) => row.map((text) => text.replaceAll(/[<>&"]/g, '')))
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const markdown = join(folder, `pandoc-${extension}-${at}.md`)
    const lines = [line(headings), line(headings.map(() => '---')), ...rows.map(line)]
    writeFileSync(markdown, `# ${table.title}\n\n${lines.join('\n')}\n`)
    const path = join(folder, `pandoc-${at}.${extension}`)
    runProgram('pandoc', [markdown, '-o', path], folder)
    return { writer: 'pandoc', path, source: path }
  })
}

/** What LibreOffice writes of files of the other writers: the same kind, and PDFs of workbooks. One process for each kind. */
function officeFiles(folder: string, files: readonly File[], share: number): File[] {
  const given = (extension: string, count: number) =>
    files.filter(({ path }) => path.endsWith(`.${extension}`)).slice(0, Math.ceil(count * share))
  const printed = files.filter(({ path }) => basename(path).startsWith('print-'))
  const convertAll = (own: readonly File[], extension: string) => {
    const target = join(folder, `office-${extension}`)
    convert(
      extension,
      own.map(({ path }) => path),
      target,
    )
    return own.map(({ path }) => {
      // Beside files of the same name, since what they show is stored by their names.
      const name = basename(path).replace(/\w+$/, extension)
      const written = join(folder, `office-${name}`)
      renameSync(join(target, name), written)
      return { path: written, from: path }
    })
  }
  const rewritten = [...convertAll(given('xlsx', 25), 'xlsx'), ...convertAll(given('docx', 15), 'docx')]
  const prints = convertAll(printed, 'pdf')
  return [
    ...rewritten.map(({ path }): File => ({ writer: 'LibreOffice', path, source: path })),
    ...prints.map(({ path, from }): File => ({ writer: 'LibreOffice', path, source: from })),
  ]
}

/** Converts files in one process of LibreOffice, with a profile of its own. */
export function convert(format: string, paths: readonly string[], folder: string): void {
  const profile = `-env:UserInstallation=file://${join(folder, '..', 'profile')}`
  runProgram(
    'soffice',
    [profile, '--headless', '--convert-to', format, '--outdir', folder, ...paths],
    folder.replace(/\/[^/]+$/, ''),
  )
}

function ghostscriptFiles(folder: string, files: readonly File[], share: number): File[] {
  const given = files.filter(({ path }) => path.endsWith('.pdf')).slice(-Math.ceil(12 * share))
  return given.map((file, at) => {
    const path = join(folder, `gs-${at}.pdf`)
    runProgram('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-sOutputFile=${path}`, file.path], folder)
    return { ...file, writer: 'Ghostscript', path }
  })
}
