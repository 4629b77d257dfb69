import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Edge, findCycles } from './layers/cycles.ts'
import { forbidden, forbiddenPackage } from './layers/import-rules.ts'
import { layerOf, type Order, pathOf } from './layers/layer-of.ts'
import { checkOwners } from './layers/owners.ts'
import { readTree, type SourceFile } from './layers/source-file.ts'

const productFolders = ['contracts', 'server/src', 'thread', 'voice-client', 'portal', 'widget']
const toolFolders = ['tools', 'bench', 'e2e']
const maxLines = 300
const environmentReader = 'server/src/platform/config.ts'

export type Fault = { file: string; line: number; sentence: string }

/** Everything in the tree that breaks the order of the layers or another rule, in order of files. */
export function checkLayers(root: string): { files: number; faults: Fault[] } {
  const files = readTree(
    root,
    [...productFolders, ...toolFolders].filter((folder) => existsSync(join(root, folder))),
  )
  // A check of nothing would pass, and continue passing for years.
  if (files.length === 0) throw new Error(`There is no file to check below ${root}.`)
  const order = readOrder(root)
  const aliases = readAliases(root)
  const known = new Set(files.map(({ path }) => path))
  const edges = new Map<string, Edge[]>()
  const faults: Fault[] = []

  for (const file of files) {
    const report = (line: number, sentence: string) => faults.push({ file: file.path, line, sentence })
    checkFile(file, order, report)

    for (const each of file.imports) {
      const target = pathOf(each.specifier, file.path, aliases)
      const why = target ? forbidden(file.path, target, order) : forbiddenPackage(file.path, each.specifier)
      if (why) report(each.line, `${why}.`)
      if (target && known.has(target)) edges.set(file.path, [...(edges.get(file.path) ?? []), { ...each, target }])
    }
  }

  checkOwners(files, aliases, order.joint_writes, (file, line, sentence) => faults.push({ file, line, sentence }))

  for (const ring of findCycles(edges)) {
    const [first] = ring
    if (!first) continue
    const way = [...ring.map(({ file }) => file), first.file].join(' → ')
    faults.push({ file: first.file, line: first.edge.line, sentence: `imports go in a circle: ${way}.` })
  }
  return { files: files.length, faults: faults.sort(byPlace) }
}

function checkFile(file: SourceFile, order: Order, report: (line: number, sentence: string) => void): void {
  const { path } = file
  const layer = layerOf(path)
  if (file.unreadable) report(1, `the file cannot be parsed: ${file.unreadable}`)
  if (layer.name === 'outside') report(1, 'the file belongs to no layer.')
  if (layer.name === 'feature' && ![...order.layers, ...order.surfaces].includes(layer.feature))
    report(1, `the feature ${layer.feature} has no place in tools/layers.json.`)
  if (file.lines > maxLines) report(maxLines + 1, `the file has ${file.lines} lines; the limit is ${maxLines}.`)
  if (file.isBarrel) report(1, 'the file only passes on what others export; import from them instead.')
  if (layer.name === 'tooling' || layer.name === 'testing' || path === environmentReader) return
  for (const line of file.environmentReads) report(line, `only ${environmentReader} reads the environment.`)
}

const Layers = z.object({
  layers: z.array(z.string()),
  surfaces: z.array(z.string()),
  separate: z.array(z.array(z.string()).length(2)),
  open_folders: z.array(z.string()),
  joint_writes: z.record(z.string(), z.array(z.string())),
})

function readOrder(root: string): Order {
  const text = readFileSync(join(root, 'tools', 'layers.json'), 'utf8')
  return Layers.parse(JSON.parse(text))
}

function readAliases(root: string): Record<string, string> {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  return z.object({ imports: z.record(z.string(), z.string()).default({}) }).parse(JSON.parse(text)).imports
}

function byPlace(a: Fault, b: Fault): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line
}

if (import.meta.main) {
  const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
  const { files, faults } = checkLayers(root)
  for (const { file, line, sentence } of faults) console.log(`${file}:${line}  ${sentence}`)
  if (faults.length === 0) console.log(`Layers checked: ${files} files, no fault.`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
