import { jsonLength } from '#platform/json-length.ts'
import { isLargeText } from '#platform/large-text.ts'
import { onlyPlaceholder, replacePlaceholders } from '#platform/placeholders.ts'
import { MAX_FILLED, textsIn, tooMuchFilled } from '../variables/fill-variables.ts'
import { readPublicValues, type Values } from '../variables/read-values.ts'
import { RunFailure } from './run-outcome.ts'
import type { StepScope } from './step-scope.ts'

export type Sources = {
  input: unknown
  state: Readonly<Record<string, unknown>>
  output: Record<string, unknown>
  /** A person's answer, for fields that are filled once a step is answered. */
  resume?: unknown
  /** The organization's variables that the texts name. */
  variables: Values
}

export type Filler = {
  /** Fills the placeholders of a text; an unknown one stays as it is written. */
  text(text: string): string
  /** The same for any JSON. A text that is exactly one placeholder becomes the value itself, of any type. */
  value(value: unknown): unknown
  /** The value of a placeholder; undefined for an unknown one. */
  lookUp(placeholder: string): unknown
  /** The value of a text, with null for an unknown placeholder. */
  find(text: string): unknown
}

const MB = 1024 * 1024
const SOURCES = ['input', 'state', 'output', 'resume'] as const

/**
 * Fills `{{input.x}}`, `{{state.x}}`, `{{output.x}}`, `{{resume.x}}` and the `{{NAME}}` of a variable, up to the limit of one step.
 * Nothing is evaluated, and placeholders in a filled value are not filled.
 */
export function fillerOf(sources: Sources): Filler {
  let left = MAX_FILLED
  const spend = (characters: number) => {
    left -= characters
    if (left < 0) throw tooMuchFilled()
  }
  const text = (template: string) =>
    replacePlaceholders(template, (name) => {
      const value = lookUp(sources, name)
      const written = value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
      spend(written?.length ?? 0)
      return written
    })
  const itself = (template: string): unknown => {
    const name = onlyPlaceholder(template)
    return name === null ? text(template) : lookUp(sources, name)
  }
  /** Null is a value; only an unknown placeholder stays as it is written. */
  const orAsWritten = (template: string): unknown => {
    const found = itself(template)
    return found === undefined ? template : found
  }
  const within = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const found = orAsWritten(value)
      // A value that is used in several places counts for each, because it is stored in each.
      if (found !== value) spend(typeof found === 'string' ? found.length : jsonLength(found))
      return found
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(within)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, within(item)]))
  }
  return {
    text,
    value: (value) => (typeof value === 'string' ? orAsWritten(value) : within(value)),
    lookUp(placeholder) {
      const found = itself(placeholder)
      if (found !== undefined) spend(typeof found === 'string' ? found.length : jsonLength(found))
      return found
    },
    find: (template) => itself(template) ?? null,
  }
}

/** A filler for texts that are shown and logged, which reads public variables only. */
export async function fillerFor(scope: StepScope, texts: unknown, resume?: unknown): Promise<Filler> {
  const variables = await readPublicValues(scope.ctx, textsIn(texts))
  return fillerOf({ input: scope.input, ...scope.seen, resume, variables })
}

function lookUp(sources: Sources, name: string): unknown {
  const [first, ...path] = name.split('.')
  if (path.length === 0) return sources.variables.get(name)
  const source = SOURCES.find((each) => each === first)
  let found: unknown = source && sources[source]
  for (const key of path) {
    refuseLargeText(found, name)
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  refuseLargeText(found, name)
  return found
}

function refuseLargeText(value: unknown, name: string): void {
  if (!isLargeText(value)) return
  const megabytes = Math.ceil(value.$large_text.bytes / MB)
  const limit = MAX_FILLED.toLocaleString('en-US')
  const reason = `{{${name}}} has ${megabytes} MB, and a step can use at most ${limit} characters`
  throw new RunFailure('STEP_FAILED', `${reason}. The whole text is among the files of the run.`)
}
