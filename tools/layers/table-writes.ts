import { isNode, literal, type Node } from './syntax.ts'

/** A table by its constant, or by its name in the database. */
export type TableReference = { constant: string } | { name: string }
export type TableWrite = { table: TableReference; start: number }
/** Where a constant of a file comes from; `imported` is null for a whole module. */
export type Binding = { specifier: string; imported: string | null }

export type DatabaseUse = {
  /** The tables that the file declares, by their constants. */
  tables: Record<string, string>
  writes: TableWrite[]
  bindings: Record<string, Binding>
  /** Constants that are other names of constants. */
  aliases: Record<string, string>
}

export const noDatabaseUse = (): DatabaseUse => ({ tables: {}, writes: [], bindings: {}, aliases: {} })

const METHODS = new Set(['insert', 'update', 'delete'])
const BEFORE_TABLE =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|truncate(?:\s+table)?|merge\s+into)\s+$/i
const NAMED_TABLE =
  /\b(?:(?:insert\s+into|delete\s+from(?:\s+only)?|truncate(?:\s+table)?|merge\s+into)\s+(?:public\.)?"?(\w+)"?|update\s+(?:only\s+)?(?:public\.)?"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b)/gi

/** Takes down what one node of a file says of tables. */
export function noteDatabaseUse(node: Node, use: DatabaseUse): void {
  if (node.type === 'ImportDeclaration') noteImports(node, use)
  if (node.type === 'VariableDeclarator') noteConstant(node, use)
  if (node.type === 'CallExpression') noteCall(node, use)
  if (node.type === 'TemplateLiteral') noteTemplate(node, use)
  if (node.type === 'Literal' && typeof node.value === 'string') noteText(node.value, node.start, use)
}

function noteImports(node: Node, use: DatabaseUse): void {
  const specifier = literal(node.source)
  if (specifier === undefined || !Array.isArray(node.specifiers)) return
  for (const each of node.specifiers.filter(isNode)) {
    const local = nameOf(each.local)
    if (local) use.bindings[local] = { specifier, imported: nameOf(each.imported) ?? null }
  }
}

function noteConstant({ id, init }: Node, use: DatabaseUse): void {
  const constant = nameOf(id)
  if (!constant || !isNode(init)) return
  const other = nameOf(init)
  if (other) use.aliases[constant] = other
  if (init.type !== 'CallExpression' || nameOf(init.callee) !== 'pgTable' || !Array.isArray(init.arguments)) return
  const name = literal(init.arguments[0])
  if (name !== undefined) use.tables[constant] = name
}

function noteCall({ callee, arguments: given, start }: Node, use: DatabaseUse): void {
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !Array.isArray(given)) return
  const method = callee.computed ? literal(callee.property) : nameOf(callee.property)
  const constant = constantOf(given[0])
  if (method !== undefined && METHODS.has(method) && constant) use.writes.push({ table: { constant }, start })
}

function noteTemplate({ quasis, expressions, start }: Node, use: DatabaseUse): void {
  if (!Array.isArray(quasis) || !Array.isArray(expressions)) return
  for (const [at, quasi] of quasis.entries()) {
    const text: unknown = quasi?.value?.cooked
    if (typeof text !== 'string') continue
    noteText(text, start, use)
    const constant = constantOf(expressions[at])
    if (constant && BEFORE_TABLE.test(text)) use.writes.push({ table: { constant }, start: expressions[at].start })
  }
}

function noteText(text: string, start: number, use: DatabaseUse): void {
  for (const [, plain, updated] of text.matchAll(NAMED_TABLE)) {
    const name = (plain ?? updated)?.toLowerCase()
    if (name) use.writes.push({ table: { name }, start })
  }
}

/** `users`, or `tables.users` of a whole module. */
function constantOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type !== 'MemberExpression') return nameOf(node)
  const [object, property] = [nameOf(node.object), nameOf(node.property)]
  return object && property ? `${object}.${property}` : undefined
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined
