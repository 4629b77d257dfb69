import { renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Random } from '../lib/random.ts'
import { hasProgram, runProgram } from './packages.ts'
import { makeTable, type Table, textsOf, withMerged } from './tables.ts'

export type File = {
  writer: string
  path: string
  /** Where the right values are read: the file itself, or the one from which it was converted. */
  source: string
  /** Of a file that is judged by what its writer was given, because no program tells its cells. */
  texts?: string[][]
}

type Job = { writer: string; table: Table; path: string }

/** Writes the files of the bench: by packages, and by programs where they are installed. */
export function makeFiles(
  folder: string,
  random: Random,
  share: number,
  runOutside: (script: string, input: object) => unknown,
): File[] {
  const jobs: Job[] = []
  const add = (writer: string, extension: string, count: number, kind: Parameters<typeof makeTable>[2]) => {
    for (let at = 0; at < Math.ceil(count * share); at++) {
      const made = makeTable(random, at, kind)
      const table = kind !== 'latin' && writer !== 'pptxgenjs' && at % 3 === 0 ? withMerged(made) : made
      jobs.push({ writer, table, path: join(folder, `${writer}-${at}.${extension}`) })
    }
  }
  add('exceljs', 'xlsx', 45, 'formatted')
  add('xlsx', 'xlsx', 40, 'formatted')
  add('docx', 'docx', 30, 'text')
  add('pptxgenjs', 'pptx', 20, 'text')
  add('pdf-lib', 'pdf', 20, 'latin')
  runOutside('write-files.mjs', { jobs })
  const files = jobs.map(({ writer, table, path }): File => {
    const file = { writer, path, source: path }
    return path.endsWith('.pdf') ? { ...file, texts: textsOf(table) } : file
  })
  const pandoc = hasProgram('pandoc') ? pandocFiles(folder, random, share) : []
  const office = hasProgram('soffice') ? officeFiles(folder, files, share) : []
  const ghostscript = hasProgram('gs') ? ghostscriptFiles(folder, [...files, ...office], share) : []
  return [...files, ...pandoc, ...office, ...ghostscript]
}

function pandocFiles(folder: string, random: Random, share: number): File[] {
  return [
    ...Array.from({ length: Math.ceil(20 * share) }, (_, at) => ({ at, extension: 'docx' })),
    ...Array.from({ length: Math.ceil(12 * share) }, (_, at) => ({ at, extension: 'pptx' })),
  ].map(({ at, extension }) => {
    const table = makeTable(random, at, 'text')
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
  const prints = convertAll(given('xlsx', 18), 'pdf')
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
