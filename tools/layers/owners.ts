import type { JointWrites } from './layer-of.ts'
import { isTest, layerOf, pathOf } from './layer-of.ts'
import type { SourceFile } from './source-file.ts'
import type { TableReference } from './table-writes.ts'

type Report = (file: string, line: number, sentence: string) => void

/**
 * Only the feature that declares a table writes it. A file that writes several features' tables in one statement is
 * declared as joint, with exactly the tables that it writes.
 */
export function checkOwners(
  files: SourceFile[],
  aliases: Record<string, string>,
  joint: JointWrites,
  report: Report,
): void {
  const owners = ownersOf(files)
  const byPath = new Map(files.map((file) => [file.path, file]))

  for (const file of files) {
    const layer = layerOf(file.path)
    if (isTest(file.path) || layer.name === 'testing' || layer.name === 'tooling') continue
    const declared = joint[file.path]
    const written = new Set<string>()
    for (const { table, line } of file.database.writes) {
      const name = tableNamed(table, file, byPath, aliases)
      const owner = name === undefined ? undefined : owners.get(name)
      if (name === undefined || owner === undefined) continue
      written.add(name)
      const isOwn = layer.name === 'feature' && layer.feature === owner
      if (!isOwn && !declared?.includes(name)) report(file.path, line, `only ${owner} writes its table ${name}.`)
    }
    for (const name of declared ?? []) {
      if (!written.has(name))
        report(file.path, 1, `tools/layers.json says that the file writes ${name}, which it does not.`)
    }
    if (declared === undefined) continue
    for (const name of written) {
      if (!declared.includes(name)) report(file.path, 1, `the file writes ${name}, which tools/layers.json leaves out.`)
    }
  }
  for (const path of Object.keys(joint)) {
    if (!byPath.has(path)) report('tools/layers.json', 1, `there is no file ${path} that could write tables.`)
  }
}

/** The feature of each table, by the table's name in the database. */
function ownersOf(files: SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { path, database } of files) {
    const layer = layerOf(path)
    if (layer.name !== 'feature') continue
    for (const name of Object.values(database.tables)) owners.set(name, layer.feature)
  }
  return owners
}

function tableNamed(
  table: TableReference,
  file: SourceFile,
  byPath: Map<string, SourceFile>,
  aliases: Record<string, string>,
): string | undefined {
  if ('name' in table) return table.name
  const { tables, bindings, aliases: others } = file.database
  const known = new Set<string>()
  let { constant } = table
  while (others[constant] !== undefined && !known.has(constant)) {
    known.add(constant)
    constant = others[constant] ?? constant
  }
  if (tables[constant] !== undefined) return tables[constant]
  const [object = '', property] = constant.split('.')
  const binding = bindings[object]
  const target = binding && pathOf(binding.specifier, file.path, aliases)
  const declaring = target === undefined ? undefined : byPath.get(target)
  return declaring?.database.tables[property ?? binding?.imported ?? '']
}
