import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { isNode, literal, type Node, visit } from './syntax.ts'
import { type Binding, noDatabaseUse, noteDatabaseUse, type TableReference } from './table-writes.ts'

export type Import = { specifier: string; line: number }

export type SourceFile = {
  /** Relative to the root, with forward slashes. */
  path: string
  lines: number
  imports: Import[]
  /** Where the environment is read. */
  environmentReads: number[]
  /** Every statement does nothing but pass on what another file exports. */
  isBarrel: boolean
  /** The tables that it declares and writes, and where its constants come from. */
  database: {
    tables: Record<string, string>
    writes: { table: TableReference; line: number }[]
    bindings: Record<string, Binding>
    aliases: Record<string, string>
  }
  unreadable?: string
}

const skippedFolders = new Set(['node_modules', 'dist', 'build', 'coverage'])
const measured = /\.(ts|tsx|css|mjs)$/
const parsed = /\.(ts|tsx|mjs)$/

/** Every file below the given folders that there is a rule for. */
export function readTree(root: string, folders: string[]): SourceFile[] {
  return folders.flatMap((folder) => pathsBelow(root, folder)).map((path) => readSource(root, path))
}

function pathsBelow(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      return entry.name.startsWith('.') || skippedFolders.has(entry.name) ? [] : pathsBelow(root, path)
    }
    return measured.test(entry.name) ? [path] : []
  })
}

function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const file: SourceFile = {
    path,
    lines,
    imports: [],
    environmentReads: [],
    isBarrel: false,
    database: { ...noDatabaseUse(), writes: [] },
  }
  if (!parsed.test(path)) return file

  const { program, errors } = parseSync(path, text)
  const [error] = errors
  if (error) return { ...file, unreadable: error.message }

  const lineAt = (start: number) => text.slice(0, start).split('\n').length
  const lineOf = (node: Node) => lineAt(node.start)
  const body: unknown[] = program.body
  const use = noDatabaseUse()
  visit(body, (node) => {
    noteDatabaseUse(node, use)
    const specifier = importedBy(node)
    if (specifier !== undefined) file.imports.push({ specifier, line: lineOf(node) })
    if (readsEnvironment(node)) file.environmentReads.push(lineOf(node))
  })
  const writes = use.writes.map(({ table, start }) => ({ table, line: lineAt(start) }))
  return { ...file, isBarrel: passesOnOnly(body.filter(isNode)), database: { ...use, writes } }
}

function importedBy(node: Node): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return literal(node.source)
    case 'TSExternalModuleReference':
      return literal(node.expression)
    case 'CallExpression':
      return isNamed(node.callee, 'require') && Array.isArray(node.arguments) ? literal(node.arguments[0]) : undefined
    default:
      return undefined
  }
}

function readsEnvironment(node: Node): boolean {
  if (node.type === 'MemberExpression') {
    const named = node.computed ? literal(node.property) === 'env' : isNamed(node.property, 'env')
    return named && (isProcess(node.object) || isNamed(node.object, 'process'))
  }
  if (node.type === 'VariableDeclarator') return isProcess(node.init) && takesEnv(node.id)
  return node.type === 'ImportDeclaration' && isProcessModule(node.source) && takesEnv(node)
}

function isProcess(node: unknown): boolean {
  if (isNamed(node, 'process')) return true
  return (
    isNode(node) &&
    node.type === 'MemberExpression' &&
    isNamed(node.object, 'globalThis') &&
    isNamed(node.property, 'process')
  )
}

function isProcessModule(node: unknown): boolean {
  const name = literal(node)
  return name === 'process' || name === 'node:process'
}

// `const { env } = process` and `import { env } from 'node:process'` read the environment under another name.
function takesEnv(node: unknown): boolean {
  if (!isNode(node)) return false
  const parts = node.type === 'ObjectPattern' ? node.properties : node.specifiers
  return Array.isArray(parts) && parts.some((part) => isNode(part) && isNamed(part.key ?? part.imported, 'env'))
}

function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && node.type === 'Identifier' && node.name === name
}

function passesOnOnly(statements: Node[]): boolean {
  const exports = statements.filter(({ type }) => type.startsWith('Export'))
  const passesOn = (node: Node) =>
    node.type === 'ImportDeclaration' ||
    node.type === 'ExportAllDeclaration' ||
    (node.type === 'ExportNamedDeclaration' && node.declaration === null)
  return exports.length > 0 && statements.every(passesOn)
}
