import { followPointer, keysOfPointer } from '#platform/json-pointer.ts'
import { isNode, type Node, nodeAt } from './nodes.ts'

/** What says of the whole API how it is reached, in version 3 and in version 2. */
const ABOUT = new Set([
  'openapi',
  'info',
  'servers',
  ...['swagger', 'host', 'basePath', 'schemes', 'consumes', 'securityDefinitions'],
])

/** The part of a document that the chosen operations need: their definitions, what these refer to, servers and sign-in. */
export function excerptOf(document: Node, chosen: ReadonlySet<string>): Node {
  const paths = Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) => {
    if (!isNode(item)) return []
    const kept = Object.entries(item).filter(([key]) => !isMethod(key) || chosen.has(`${key.toUpperCase()} ${path}`))
    return kept.some(([key]) => isMethod(key) || key === '$ref') ? [[path, Object.fromEntries(kept)] as const] : []
  })
  const about = Object.entries(document).filter(([key]) => ABOUT.has(key))
  const excerpt: Node = { ...Object.fromEntries(about), paths: Object.fromEntries(paths) }
  const schemes = nodeAt(nodeAt(document, 'components'), 'securitySchemes')
  if (Object.keys(schemes).length > 0) excerpt.components = { securitySchemes: schemes }
  for (const [ref, value] of referredTo(document, excerpt)) place(excerpt, ref, value)
  return excerpt
}

const isMethod = (key: string) => /^(get|put|post|delete|options|head|patch|trace|query)$/.test(key)

/** Everything that is referred to, also by what is referred to, by pointer. */
function referredTo(document: Node, from: Node): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const seen = new Set<object>()
  const left: unknown[] = [from]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    const ref = '$ref' in value ? value.$ref : undefined
    if (typeof ref === 'string' && !found.has(ref)) {
      const target = followPointer(document, ref)
      if (target !== undefined) found.set(ref, target)
      left.push(target)
    }
    left.push(...Object.values(value))
  }
  return found
}

/** Where the pointer leads to in the whole document; what is there already stays. */
function place(excerpt: Node, ref: string, value: unknown): void {
  const keys = keysOfPointer(ref)
  let at = excerpt
  for (const [index, key] of keys.entries()) {
    if (key === '__proto__') return
    if (index === keys.length - 1) {
      at[key] ??= value
      return
    }
    const next = Object.hasOwn(at, key) ? at[key] : undefined
    if (next !== undefined && !isNode(next)) return
    // A copy, because what is placed first may be a part of the document itself.
    at = at[key] = { ...next }
  }
}
