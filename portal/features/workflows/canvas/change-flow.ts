import type { Flow, FlowStep } from '#contracts/flows.ts'
import { isRecord, isStep, type Values } from '../editor/draft.ts'
import { exitsOf, withExit } from './exits.ts'
import { layOut, type Position } from './layout.ts'

export type FlowValues = Pick<Values, 'flow' | 'starting_step_id'>

const EMPTY: Flow = { steps: {} }

const withSteps = (values: FlowValues, steps: Flow['steps']): FlowValues => ({
  ...values,
  flow: { ...(values.flow ?? EMPTY), steps },
})

export type FlowNote = NonNullable<Flow['notes']>[number]

/** On the canvas a note is among steps, whose ids have no colon. */
export const nodeOf = (note_id: string): string => `note:${note_id}`

function withNotes(values: FlowValues, change: (notes: FlowNote[]) => FlowNote[]): FlowValues {
  const { notes: before = [], ...flow } = values.flow ?? EMPTY
  const notes = change(before)
  return { ...values, flow: notes.length > 0 ? { ...flow, notes } : flow }
}

export function addNote(values: FlowValues, position: Position): [FlowValues, node: string] {
  const taken = Object.fromEntries((values.flow?.notes ?? []).map(({ id }) => [id, true]))
  const id = freeId('note', taken)
  const note = { id, text: '', position: { x: Math.round(position.x), y: Math.round(position.y) } }
  return [withNotes(values, (notes) => [...notes, note]), nodeOf(id)]
}

export const changeNote = (values: FlowValues, id: string, changed: Partial<FlowNote>): FlowValues =>
  withNotes(values, (notes) => notes.map((note) => (note.id === id ? { ...note, ...changed } : note)))

/** Adds a step of this type, connected to a free exit of the given step. */
export function addStep(values: FlowValues, added: FlowStep, after: string | null): [FlowValues, id: string] {
  const steps = values.flow?.steps ?? {}
  const id = freeId(added.type, steps)
  const before = after === null ? undefined : steps[after]
  const exit = before && freeExit(before)
  const led = before && after !== null && exit && { [after]: withExit(before, exit, id) }
  const next: Flow['steps'] = { ...steps, ...led, [id]: added }
  return [{ ...withSteps(values, next), starting_step_id: values.starting_step_id ?? id }, id]
}

/** The exit to which a new step is connected: the first free case, before “Otherwise”. */
function freeExit(step: FlowStep): string | undefined {
  const free = exitsOf(step).filter(({ to }) => to === undefined)
  return (free.find(({ field }) => field.startsWith('cases.')) ?? free.find(({ field }) => field === 'next'))?.field
}

function freeId(wanted: string, taken: object): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}_${number}`
    if (!Object.hasOwn(taken, id)) return id
  }
}

export function changeStep(values: FlowValues, id: string, change: (step: FlowStep) => FlowStep): FlowValues {
  const step = values.flow?.steps[id]
  return step ? withSteps(values, { ...values.flow?.steps, [id]: change(step) }) : values
}

/** Removes steps and notes, with the lines to them. */
export function removeSteps(values: FlowValues, ids: ReadonlySet<string>): FlowValues {
  const entries = Object.entries(values.flow?.steps ?? {}).filter(([id]) => !ids.has(id))
  const left = entries.map(([id, step]) => [id, withoutExits(step, (to) => ids.has(to))] as const)
  const { starting_step_id: start } = values
  return {
    ...withNotes(withSteps(values, Object.fromEntries(left)), (notes) =>
      notes.filter(({ id }) => !ids.has(nodeOf(id))),
    ),
    starting_step_id: start !== null && ids.has(start) ? null : start,
  }
}

const withoutExits = (step: FlowStep, isGone: (to: string) => boolean): FlowStep =>
  exitsOf(step).reduce(
    (changed, { field, to }) => (to && isGone(to) ? withExit(changed, field, undefined) : changed),
    step,
  )

export function moveSteps(values: FlowValues, places: ReadonlyMap<string, Position>): FlowValues {
  const moved = <T extends object>(id: string, of: T): T => {
    const position = places.get(id)
    return position ? { ...of, position: { x: Math.round(position.x), y: Math.round(position.y) } } : of
  }
  const entries = Object.entries(values.flow?.steps ?? {}).map(([id, step]) => [id, moved(id, step)])
  return withNotes(withSteps(values, Object.fromEntries(entries)), (notes) =>
    notes.map((note) => moved(nodeOf(note.id), note)),
  )
}

export function tidyUp(values: FlowValues): FlowValues {
  return values.flow ? moveSteps(values, layOut(values.flow, values.starting_step_id)) : values
}

/** Steps as text, as they are copied. */
export function copySteps({ flow }: FlowValues, ids: ReadonlySet<string>): string {
  const steps = Object.fromEntries(Object.entries(flow?.steps ?? {}).filter(([id]) => ids.has(id)))
  return JSON.stringify({ steps }, null, 2)
}

/** Copied steps; null where the text is something else. */
export function readSteps(text: string): Flow['steps'] | null {
  try {
    const read: unknown = JSON.parse(text)
    const steps = isRecord(read) && isRecord(read.steps) ? Object.entries(read.steps) : []
    const known = steps.flatMap(([id, step]) => (isStep(step) ? [[id, step] as const] : []))
    return known.length > 0 && known.length === steps.length ? Object.fromEntries(known) : null
  } catch {
    return null
  }
}

/** Pastes copied steps under new ids, with lines and placeholders between them adapted. */
export function pasteSteps(values: FlowValues, steps: Flow['steps']): [FlowValues, ids: string[]] {
  const known = { ...values.flow?.steps }
  const ids = new Map<string, string>()
  for (const [id, step] of Object.entries(steps)) {
    const free = freeId(id, known)
    ids.set(id, free)
    known[free] = step
  }
  for (const [id, step] of Object.entries(steps)) {
    const renamed = exitsOf(step).reduce(
      (changed, { field, to }) => (to ? withExit(changed, field, ids.get(to)) : changed),
      step,
    )
    const { x = 0, y = 0 } = step.position ?? {}
    known[ids.get(id) ?? id] = { ...withSources(renamed, ids), position: { x: x + 48, y: y + 48 } }
  }
  return [withSteps(values, known), [...ids.values()]]
}

/** Points `{{output.<step>…}}` to the copies. */
function withSources(step: FlowStep, ids: ReadonlyMap<string, string>): FlowStep {
  const text = JSON.stringify(step).replaceAll(
    /(\{\{\s*output\.)([\w-]+)(?=[.}\s])/g,
    (_whole, source: string, id: string) => `${source}${ids.get(id) ?? id}`,
  )
  return JSON.parse(text)
}
