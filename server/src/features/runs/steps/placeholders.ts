import { replacePlaceholders } from '#platform/placeholders.ts'
import { mapTexts } from '../../variables/fill-variables.ts'
import type { Values } from '../../variables/read-values.ts'

type Scope = {
  input: unknown
  state: Record<string, unknown>
  output: Record<string, unknown>
  /** The organization's public variables that the text names. */
  variables: Values
}

const SOURCES = ['input', 'state', 'output'] as const

/**
 * Fills `{{input.x}}`, `{{state.x}}`, `{{output.x}}` and the `{{NAME}}` of a variable; what is not there stays as it is
 * written. Nothing is evaluated.
 */
export function fillPlaceholders(text: string, scope: Scope): string {
  return replacePlaceholders(text, (name) => {
    const [first, ...path] = name.split('.')
    if (path.length === 0) return scope.variables.get(name)
    const source = SOURCES.find((each) => each === first)
    const value = source && lookUp(scope[source], path)
    return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
  })
}

export const fillDeep = (value: unknown, scope: Scope): unknown =>
  mapTexts(value, (text) => fillPlaceholders(text, scope))

function lookUp(value: unknown, path: string[]): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}
