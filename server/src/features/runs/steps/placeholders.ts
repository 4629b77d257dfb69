type Scope = { input: unknown; state: Record<string, unknown>; output: Record<string, unknown> }

const PLACEHOLDER = /\{\{\s*(input|state|output)((?:\.[\w-]+)+)\s*\}\}/g

/** Fills `{{input.x}}`, `{{state.x}}` and `{{output.x}}`; what is not there stays as it is written. Nothing is evaluated. */
export function fillPlaceholders(text: string, scope: Scope): string {
  if (!text.includes('{{')) return text
  return text.replaceAll(PLACEHOLDER, (whole, source: keyof Scope, path: string) => {
    const value = lookUp(scope[source], path.slice(1).split('.'))
    if (value === undefined) return whole
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

export function fillDeep(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return fillPlaceholders(value, scope)
  if (Array.isArray(value)) return value.map((item) => fillDeep(item, scope))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillDeep(item, scope)]))
}

function lookUp(value: unknown, path: string[]): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}
