import type { Flow, FlowStep } from '#contracts/flows.ts'
import { exitsOf } from '../canvas/exits.ts'
import { isRecord } from '../editor/draft.ts'
import { stepKindOf } from './step-types.ts'

export type Source = 'input' | 'output' | 'state' | 'resume' | 'variable'
/** A value that a text can use as `{{name}}`, with its value in the last run if there is one. */
export type Placeholder = { name: string; from: Source; sample: string | null }

/** The last output of each step of a run. */
export type RunData = {
  input: unknown
  outputs: ReadonlyMap<string, unknown>
  state: Record<string, unknown>
}

type Surroundings = {
  flow: Flow
  id: string
  run: RunData | null
  variables: readonly { placeholder: string; value: string }[]
}

const DEEPEST = 4
const MAX_SOURCE_LENGTH = 60
const MAX_SAMPLE_LENGTH = 60
/** Braces and dots in a key cannot be written in a placeholder. */
const isNameable = (key: string) => /^[^.{}\s]{1,100}$/.test(key)

/** All placeholders for the texts of one step, nearest first. */
export function placeholdersFor({ flow, id, run, variables }: Surroundings): Placeholder[] {
  const { steps } = flow
  const { earlier, inLoop, failed } = stepsBefore(steps, id)
  const found = new Map<string, Placeholder>()
  const add = (name: string, from: Source, sample: string | null = null) => {
    if (!found.get(name)?.sample) found.set(name, { name, from, sample })
  }
  const addAll = (value: unknown, name: string, from: Source) => {
    for (const [path, sample] of fieldsOf(value, name)) add(path, from, sample)
  }
  for (const before of earlier) {
    const step = steps[before]
    if (!step) continue
    const name = `output.${before}`
    add(name, 'output')
    for (const field of stepKindOf(step.type)?.results ?? []) add(`${name}.${field}`, 'output')
    if (failed.has(before)) add(`${name}.error`, 'output')
    addAll(step.pinned ?? run?.outputs.get(before), name, 'output')
  }
  if (inLoop) for (const field of ['item', 'index']) add(`input.${field}`, 'input')
  if (isRecord(run?.input)) {
    for (const [key, value] of Object.entries(run.input)) if (isNameable(key)) addAll(value, `input.${key}`, 'input')
  }
  for (const { name } of flow.inputs ?? []) if (isNameable(name)) add(`input.${name}`, 'input')
  for (const name of namesIn(flow, 'input')) add(name, 'input')
  const own = steps[id]
  if (own?.type === 'user_input') for (const key of ['value', 'approved', 'note']) add(`resume.${key}`, 'resume')
  for (const step of Object.values(steps)) {
    if (step.type !== 'set_state' && step.type !== 'user_input') continue
    for (const key of Object.keys(isRecord(step.values) ? step.values : {})) {
      if (isNameable(key)) addAll(run?.state[key], `state.${key}`, 'state')
    }
  }
  for (const name of namesIn(flow, 'state')) add(name, 'state')
  for (const { placeholder, value } of variables) add(placeholder, 'variable', sampleOf(value))
  return [...found.values()]
}

/** The steps that can have been executed before this one, the nearest first; `failed` are those whose failure leads to it. */
function stepsBefore(steps: Flow['steps'], id: string) {
  const leadingTo = new Map<string, { from: string; field: string }[]>()
  for (const [from, step] of Object.entries(steps)) {
    for (const { field, to } of exitsOf(step)) {
      if (to !== undefined) leadingTo.set(to, [...(leadingTo.get(to) ?? []), { from, field }])
    }
  }
  const earlier = new Set<string>()
  const failed = new Set<string>()
  let inLoop = false
  const seen = new Set([id])
  const open = [id]
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const { from, field } of leadingTo.get(at) ?? []) {
      // A loop has no output yet for the steps inside it.
      if (field === 'start') inLoop = true
      else earlier.add(from)
      if (field === 'on_error') failed.add(from)
      if (seen.has(from)) continue
      seen.add(from)
      open.push(from)
    }
  }
  earlier.delete(id)
  return { earlier, inLoop, failed }
}

/** A value with what lies in it, by name; of a list only the first item. */
export function fieldsOf(value: unknown, name: string): [name: string, sample: string][] {
  const found: [string, string][] = []
  const open: { name: string; value: unknown; depth: number }[] = [{ name, value, depth: 0 }]
  for (let at = open.shift(); at && found.length < MAX_SOURCE_LENGTH; at = open.shift()) {
    found.push([at.name, sampleOf(at.value) ?? ''])
    const { name, depth, value } = at
    if (typeof value !== 'object' || value === null || depth >= DEEPEST) continue
    const below = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(value)
    for (const [key, inner] of below) {
      if (open.length < MAX_SOURCE_LENGTH && isNameable(String(key))) {
        open.push({ name: `${name}.${key}`, value: inner, depth: depth + 1 })
      }
    }
  }
  return found
}

/** A value on one line. */
export function sampleOf(value: unknown): string | null {
  if (value === undefined) return null
  if (Array.isArray(value)) return `[${value.length}]`
  if (isRecord(value)) return `{${Object.keys(value).slice(0, 5).join(', ')}}`
  const text = String(value).replaceAll(/\s+/g, ' ')
  return text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…` : text
}

/** Names of a source that the flow's texts have already. */
export function namesIn(flow: Flow | FlowStep, source: 'input' | 'state'): string[] {
  const pattern = new RegExp(`\\{\\{\\s*(${source}\\.[^\\s{}"\\\\]{1,200})\\s*\\}\\}`, 'g')
  return [...new Set(Array.from(JSON.stringify(flow).matchAll(pattern), ([, name = '']) => name))]
}

/** The beginning of a placeholder before the caret; null where none is being written. */
export function openBefore(text: string, caret: number): { start: number; wanted: string } | null {
  const start = text.lastIndexOf('{{', caret - 1)
  if (start === -1 || start + 2 > caret) return null
  const wanted = text.slice(start + 2, caret)
  return /^[^{}\n]{0,200}$/.test(wanted) ? { start, wanted } : null
}
