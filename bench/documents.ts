// How many cells of documents a teammate reads under their headings: files of at least six writers, judged by what
// LibreOffice and poppler show, beside officeparser and the best library of each format. Needs soffice and pdftotext;
// pandoc and gs are used where they are installed. Goal: 99.9 % and ahead of both. A first argument is the share of files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { extract } from '#features/search/indexing/extract/extract.ts'
import { makeFiles } from './documents/make-files.ts'
import { hasProgram, installPackages } from './documents/packages.ts'
import { type Score, score } from './documents/score.ts'
import { readShown } from './documents/shown.ts'
import { randomFrom } from './lib/random.ts'
import { scratchDirectory } from './lib/scratch.ts'

const GOAL = 0.999
const SEED = 20_261_127
const LIBRARIES = { xlsx: 'xlsx', docx: 'mammoth', pdf: 'unpdf' }

if (!hasProgram('soffice') || !hasProgram('pdftotext')) {
  console.log('The bench needs LibreOffice and poppler to judge by')
  process.exit(0)
}
const folder = scratchDirectory()
const runOutside = installPackages(folder)
const files = makeFiles(folder, randomFrom(SEED), Number(process.argv[2] ?? 1), runOutside)
const shown = readShown(folder, files)
console.log(`${files.length} files by ${new Set(files.map(({ writer }) => writer.split(',')[0])).size} writers\n`)

type Grid = string[][] | { error: string }
const Grids = z.array(z.union([z.array(z.array(z.string())), z.object({ error: z.string() })]))
const readOutside = (readerOf: (path: string) => string | undefined): Map<string, Grid> => {
  const given = files.flatMap(({ path }) => {
    const reader = readerOf(path)
    return reader ? [{ reader, path }] : []
  })
  const grids = Grids.parse(runOutside('read-files.mjs', { files: given }))
  return new Map(given.map(({ path }, at) => [path, grids[at] ?? []]))
}
const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const ours = new Map<string, Grid>()
for (const { path } of files) ours.set(path, await readOurs(path))
const library = new Map(Object.entries(LIBRARIES))
const readers = {
  alongside: ours,
  officeparser: readOutside(() => 'officeparser'),
  'best library': readOutside((path) => library.get(extensionOf(path))),
}

const totals = new Map<string, Score>()
for (const writer of new Set(files.map((file) => `${extensionOf(file.path)} by ${file.writer}`))) {
  const own = files.filter((file) => writer === `${extensionOf(file.path)} by ${file.writer}`)
  const shares = Object.entries(readers).map(([reader, grids]) => `${reader} ${judge(reader, own, grids)}`)
  console.log(`${`${own.length} ${writer}`.padEnd(26)} ${shares.join('   ')}`)
}
console.log()
for (const [reader, total] of totals)
  console.log(`${reader.padEnd(14)} ${total.right} of ${total.cells} cells right, ${percent(total)}`)
if (process.env.SHOW_WRONG) console.log(totals.get('alongside')?.wrong.slice(0, 200).join('\n'))
const shareOf = (reader: string) => {
  const { right, cells } = totals.get(reader) ?? { right: 0, cells: 1 }
  return right / cells
}
const isMet =
  shareOf('alongside') >= GOAL && Object.keys(readers).every((reader) => shareOf(reader) <= shareOf('alongside'))
console.log(isMet ? '\nthe goal is met' : `\nMISS: the goal is ${GOAL * 100} % and no reader ahead`)
process.exitCode = isMet ? 0 : 1

async function readOurs(path: string): Promise<Grid> {
  try {
    const { parts } = await extract(readFileSync(path), extensionOf(path))
    return parts.flatMap(({ lines }) => lines.map(({ text }) => text.split(' | ')))
  } catch (error) {
    return { error: String(error) }
  }
}

/** The share of right cells; a library that does not read a format is not asked about it. */
function judge(reader: string, own: typeof files, grids: Map<string, Grid>): string {
  const sum: Score = { right: 0, cells: 0, wrong: [] }
  for (const { path } of own) {
    const grid = grids.get(path)
    if (!grid) continue
    const cells = shown.get(path)
    if (!cells) throw new Error(`No program shows ${path}`)
    const one = score(cells, Array.isArray(grid) ? grid : [])
    sum.right += one.right
    sum.cells += one.cells
    sum.wrong.push(...one.wrong.map((text) => `${path.slice(join(folder, '/').length)}: ${text}`))
  }
  const total = totals.get(reader) ?? { right: 0, cells: 0, wrong: [] }
  totals.set(reader, {
    right: total.right + sum.right,
    cells: total.cells + sum.cells,
    wrong: [...total.wrong, ...sum.wrong],
  })
  return sum.cells === 0 ? '-'.padStart(7) : percent(sum)
}

function percent({ right, cells }: Score): string {
  return `${((right / cells) * 100).toFixed(2).padStart(6)} %`
}
