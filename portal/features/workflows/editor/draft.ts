import type { Flow, FlowStep } from '#contracts/flows.ts'
import type { UpdateWorkflow, Workflow } from '#contracts/workflows.ts'

/** What a person edits of a workflow. */
export type Values = Required<Omit<UpdateWorkflow, 'version'>>

export type Draft = {
  /** The saved workflow that the edits are based on. */
  base: Workflow
  values: Values
  /** The typed text while it does not parse; null if text and values agree. */
  brokenText: string | null
  past: readonly Values[]
  future: readonly Values[]
  /** Incremented when values change other than by typing, so that fields and texts are reset. */
  revision: number
  /** The topic of the last edit; consecutive edits of one topic are undone together. */
  topic: string | null
}

export type Change =
  /** `topic` identifies the field that is typed in. */
  | { type: 'edit'; values: Partial<Values>; topic?: string }
  | { type: 'type'; values: Partial<Values> }
  | { type: 'break'; text: string }
  | { type: 'undo' | 'redo' | 'discard' }
  /** Marks what was sent as saved; later edits stay unsaved. */
  | { type: 'saved'; workflow: Workflow; sent: Values }
  /** Replaces the edits by a colleague's version. */
  | { type: 'load'; workflow: Workflow }
  /** Keeps the edits, which will overwrite that version when saved. */
  | { type: 'keep'; workflow: Workflow }

const MAX_UNDO_STEPS = 200

export const valuesOf = ({ name, description, flow, starting_step_id }: Workflow): Values => ({
  name,
  description,
  flow,
  starting_step_id,
})

export const draftOf = (base: Workflow): Draft => ({
  base,
  values: valuesOf(base),
  brokenText: null,
  past: [],
  future: [],
  revision: 0,
  topic: null,
})

export function changeDraft(draft: Draft, change: Change): Draft {
  const { base, values, past, future, revision } = draft
  const anew = { brokenText: null, topic: null, revision: revision + 1 }
  switch (change.type) {
    case 'edit':
    case 'type': {
      const topic = change.type === 'type' ? 'text' : (change.topic ?? null)
      const isMore = topic !== null && topic === draft.topic
      return {
        ...draft,
        values: { ...values, ...change.values },
        brokenText: null,
        past: isMore ? past : [...past, values].slice(-MAX_UNDO_STEPS),
        future: [],
        topic,
        // The text editor already shows what was typed.
        revision: change.type === 'type' ? revision : revision + (draft.brokenText === null ? 0 : 1),
      }
    }
    case 'break':
      return { ...draft, brokenText: change.text }
    case 'undo': {
      const last = past.at(-1)
      if (!last) return draft
      return { ...draft, ...anew, values: last, past: past.slice(0, -1), future: [values, ...future] }
    }
    case 'redo': {
      const [next, ...rest] = future
      if (!next) return draft
      return { ...draft, ...anew, values: next, past: [...past, values], future: rest }
    }
    case 'discard':
      return { ...draft, ...anew, values: valuesOf(base), past: [...past, values], future: [] }
    case 'saved': {
      const isCurrent = isSame(values, change.sent)
      return { ...draft, base: change.workflow, values: isCurrent ? valuesOf(change.workflow) : values, topic: null }
    }
    case 'load':
      return { ...draftOf(change.workflow), past: [...past, values], revision: revision + 1 }
    case 'keep':
      return { ...draft, base: change.workflow }
  }
}

export const isDirty = ({ base, values, brokenText }: Draft): boolean =>
  brokenText !== null || !isSame(values, valuesOf(base))

/** Whether these values are what is saved. */
export const isSaved = (workflow: Workflow, values: Values | undefined): boolean =>
  values !== undefined && isSame(valuesOf(workflow), values)

/** Whether flow and first step are equal; other values of a workflow are not compared. */
export const isSameFlow = (
  a: Pick<Values, 'flow' | 'starting_step_id'>,
  b: Pick<Values, 'flow' | 'starting_step_id'>,
) => a.starting_step_id === b.starting_step_id && isSame(a.flow, b.flow)

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** The flow as JSON text, in the format of the API. */
export const textOf = ({ flow, starting_step_id }: Pick<Values, 'flow' | 'starting_step_id'>): string =>
  `${JSON.stringify({ starting_step_id, flow }, null, 2)}\n`

/**
 * Reads it back; null where it is no JSON or has not the shape that a canvas needs. What else is wrong with it is the server's
 * to say.
 */
export function readText(text: string): Pick<Values, 'flow' | 'starting_step_id'> | null {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(read)) return null
  const { flow = null, starting_step_id = null } = read
  if (starting_step_id !== null && typeof starting_step_id !== 'string') return null
  if (flow === null || isFlow(flow)) return { flow, starting_step_id }
  return null
}

function isFlow(value: unknown): value is Flow {
  if (!isRecord(value) || !isRecord(value.steps)) return false
  if (value.notes !== undefined && !(Array.isArray(value.notes) && value.notes.every(isNote))) return false
  if (value.inputs !== undefined && !(Array.isArray(value.inputs) && value.inputs.every(isInput))) return false
  return Object.values(value.steps).every(isStep)
}

export const isStep = (value: unknown): value is FlowStep =>
  isRecord(value) &&
  typeof value.type === 'string' &&
  typeof value.name === 'string' &&
  (value.position === undefined || isPosition(value.position)) &&
  [value.next, value.on_error].every((to) => to === undefined || typeof to === 'string')

const isInput = (value: unknown): boolean =>
  isRecord(value) && typeof value.name === 'string' && typeof value.type === 'string'

const isNote = (value: unknown): boolean =>
  isRecord(value) && typeof value.id === 'string' && typeof value.text === 'string' && isPosition(value.position)

const isPosition = (value: unknown): boolean =>
  isRecord(value) && typeof value.x === 'number' && typeof value.y === 'number'

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
