export type Node = Record<string, unknown> & { type: string; start: number }

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** Calls `look` with every node below. */
export function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, look)
  else if (isNode(value)) {
    look(value)
    for (const child of Object.values(value)) visit(child, look)
  }
}

/** The text of a literal, also of a template without expressions. */
export function literal(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Literal') return typeof value.value === 'string' ? value.value : undefined
  if (value.type !== 'TemplateLiteral' || !Array.isArray(value.quasis) || value.quasis.length !== 1) return undefined
  const cooked: unknown = value.quasis[0]?.value?.cooked
  return typeof cooked === 'string' ? cooked : undefined
}
