// Checks that what the documents name exists: links, files, identifiers, npm scripts and benches.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Mistake = { file: string; line: number; sentence: string }

const skippedFolders = new Set(['node_modules', 'dist', 'data', 'coverage', 'meta', 'findings'])
const isDocument = (path: string) => path.endsWith('.md')
const isSource = (path: string) =>
  /\.(ts|tsx|mjs|js|json|sql|yml|yaml|css|html|svg)$|(^|\/)(Dockerfile|\.ci\/)/.test(path)
/** Text between backticks that looks like a file, such as `server/src/app/main.ts` or `main.ts`. */
const PATH = /^[\w@.-]+(\/[\w@.-]+)*\.(ts|tsx|mjs|json|css|html|md|sh|yml|yaml|png)$/
const FOLDER = /^[\w@.-]+(\/[\w@.-]+)*\/$/
/** A name that only code has: of two words or more, so that plain English is never taken for one. */
const IDENTIFIER =
  /^([a-z]+[a-z0-9]*([A-Z][a-z0-9]*)+|[A-Z][a-z0-9]+([A-Z][a-z0-9]+)+|[a-z][a-z0-9]*(_[a-z0-9]+)+|[A-Z][A-Z0-9]*(_[A-Z0-9]+)+)(\(\))?$/

/** Everything in the documents, and in what code says of documents, that names something that does not exist. */
export function checkDocs(root: string): { files: number; mistakes: Mistake[] } {
  const paths = pathsBelow(root)
  const tree: Tree = {
    paths: new Set(paths),
    folders: foldersOf(paths),
    words: new Set(),
    anchors: new Map(),
    scripts: [],
  }
  const documents = paths.filter(isDocument)
  if (documents.length === 0) throw new Error(`There is no document to check below ${root}.`)

  const mistakes: Mistake[] = []
  for (const file of paths.filter(isSource)) {
    const text = readFileSync(join(root, file), 'utf8')
    if (!file.endsWith('package-lock.json'))
      for (const word of text.match(/[A-Za-z_]\w+(?:\.md)?/g) ?? []) tree.words.add(word)
    if (file === 'package.json') tree.scripts = Object.keys(JSON.parse(text).scripts ?? {})
    if (/\.test\.tsx?$/.test(file)) continue
    eachLine(text, (line, number) => {
      if (/\bdecisions? \d+\b/i.test(line))
        mistakes.push({ file, line: number, sentence: 'names a decision by number: name its document.' })
      for (const [path] of line.matchAll(/\bdocs\/[\w/-]+\.md\b/g))
        if (!tree.paths.has(path))
          mistakes.push({ file, line: number, sentence: `names ${path}, which does not exist.` })
    })
  }
  mistakes.push(...unnamedFeatures(root, tree))
  for (const file of documents) tree.anchors.set(file, anchorsOf(readFileSync(join(root, file), 'utf8')))
  for (const file of documents) {
    let isCode = false
    eachLine(readFileSync(join(root, file), 'utf8'), (line, number) => {
      if (line.startsWith('```')) isCode = !isCode
      else for (const sentence of problemsOf(line, file, tree, isCode)) mistakes.push({ file, line: number, sentence })
    })
  }
  return {
    files: documents.length,
    mistakes: mistakes.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)),
  }
}

type Tree = {
  paths: Set<string>
  folders: Set<string>
  /** Every word of the sources, by which identifiers are recognized. */
  words: Set<string>
  anchors: Map<string, Set<string>>
  scripts: string[]
}

function problemsOf(line: string, file: string, tree: Tree, isCode: boolean): string[] {
  const commands = [...line.matchAll(/\bnpm run ([\w:-]+)(?: -- ([a-z][a-z-]*)\b)?/g)].flatMap(
    ([, script = '', bench]) => {
      if (!tree.scripts.includes(script)) return [`names npm run ${script}, which package.json does not have.`]
      const isMissing = script === 'bench' && bench && !tree.paths.has(`bench/${bench}.ts`)
      return isMissing ? [`names the bench ${bench}, which does not exist.`] : []
    },
  )
  if (isCode) return commands
  const text = line.replaceAll(/`[^`]*`/g, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => problemOfLink(target, file, tree))
  const spans = [...line.matchAll(/`([^`]+)`/g)].flatMap(([, span = '']) => problemOfSpan(span, file, tree))
  return [...links, ...spans, ...commands]
}

function problemOfLink(target: string, file: string, { paths, folders, anchors }: Tree): string[] {
  if (/^[a-z]+:/.test(target)) return []
  const [path = '', anchor] = target.split('#')
  const to = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, '')
  if (!paths.has(to) && !folders.has(to)) return [`links to ${target}, which does not exist.`]
  return anchor && !anchors.get(to)?.has(anchor) ? [`links to ${target}, but ${to} has no such heading.`] : []
}

function problemOfSpan(span: string, file: string, { paths, folders, words }: Tree): string[] {
  // A file name that the code looks for, such as `SKILL.md`, is no file here.
  if (PATH.test(span))
    return endsAny(paths, span, file) || words.has(span) ? [] : [`names ${span}, which does not exist.`]
  if (FOLDER.test(span))
    return endsAny(folders, span.slice(0, -1), file) ? [] : [`names the folder ${span}, which does not exist.`]
  if (!IDENTIFIER.test(span)) return []
  return words.has(span.replace('()', '')) ? [] : [`names ${span}, which occurs nowhere in the code.`]
}

/** A path may be written from the root, from its document, or by its end alone, as `runs/execute-run.ts`. */
function endsAny(known: Set<string>, path: string, file: string): boolean {
  if (known.has(path) || known.has(posix.join(posix.dirname(file), path))) return true
  for (const each of known) if (each.endsWith(`/${path}`)) return true
  return false
}

/** Every feature has its place in the tree of the architecture. */
function unnamedFeatures(root: string, { paths, folders }: Tree): Mistake[] {
  const file = 'ARCHITECTURE.md'
  if (!paths.has(file)) return []
  const named = new Set(readFileSync(join(root, file), 'utf8').match(/[\w-]+/g))
  const features = [...folders].flatMap((folder) => folder.match(/^server\/src\/features\/([^/]+)$/)?.[1] ?? [])
  return features
    .filter((feature) => !named.has(feature))
    .map((feature) => ({ file, line: 1, sentence: `does not name the feature ${feature}.` }))
}

/** The headings of a document, as links name them. */
function anchorsOf(text: string): Set<string> {
  const headings = text.match(/^#{1,6} .+$/gm) ?? []
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

function foldersOf(paths: string[]): Set<string> {
  const folders = new Set<string>()
  for (const path of paths)
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder)
  return folders
}

function pathsBelow(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (!entry.isDirectory()) return [path]
    const isSkipped = skippedFolders.has(entry.name) || (entry.name.startsWith('.') && entry.name !== '.ci')
    return isSkipped ? [] : pathsBelow(root, path)
  })
}

function eachLine(text: string, visit: (line: string, number: number) => void): void {
  for (const [index, line] of text.split('\n').entries()) visit(line, index + 1)
}

if (import.meta.main) {
  const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
  const { files, mistakes } = checkDocs(root)
  for (const { file, line, sentence } of mistakes) console.log(`${file}:${line}  ${sentence}`)
  if (mistakes.length === 0) console.log(`The documents name nothing that is missing: ${files} files.`)
  process.exitCode = mistakes.length === 0 ? 0 : 1
}
