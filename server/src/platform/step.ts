import type { z } from 'zod'

/** Why a step waits: for a time, for an answer, or for both, whichever comes first. */
export type SuspendRequest = {
  /** What it waits for, in a word: `timer`, `person`, `approval`, `response`, `retry`. */
  kind: string
  wakes_at?: Date
  /** What is shown to the person who is to answer. */
  detail?: unknown
  /** Writes what belongs to the wait in the transaction that begins it. */
  opened?: (ctx: never) => Promise<void>
}

export type StepResult =
  /** `next` overrides where the step leads to, null where nothing follows; `ends` ends the flow. */
  | { output: unknown; next?: string | null; ends?: boolean }
  /** The step is executed again when it was answered, or when its time has come. */
  | { suspend: SuspendRequest }
  /** A flow inside the step waits. */
  | 'suspended'

/** One of the places where a step may lead to beside its `next` and `on_error`. */
export type StepExit = {
  /** The field that names the step it leads to, such as `cases.0.next`. */
  field: string
  /** What the line says on the canvas. */
  label?: string | undefined
  to: string | undefined
  /** True where the steps behind it are walked inside this one, which continues after them. */
  is_inside?: boolean
}

export type StepProblem = { field: string | null; message: string }

/** How a step is judged before it runs. `Checking` is what is known then: the organization and the flow. */
type Checks<Checking> = {
  /** Where a step may lead beside `next` and `on_error`. */
  readonly exits?: (step: never) => StepExit[]
  /** Says what is wrong with it beyond the schema, such as naming a teammate that is not there. */
  readonly check?: (step: never, checking: Checking) => Promise<StepProblem[]> | StepProblem[]
  /** Says what is probably a mistake, and no reason not to run. */
  readonly warn?: (step: never) => StepProblem[]
  /** Fields in which `{{resume.x}}` may stand, because they are filled when the step is answered. */
  readonly resume_fields?: readonly string[]
  /** Fields whose braces are not placeholders, such as code. */
  readonly plain_fields?: readonly string[]
}

/**
 * A type of step of a flow, declared by the feature that brings it. `Scope` is what the engine gives every step: the run,
 * its input and state, the log, and ways to keep progress and to walk flows inside.
 */
export type StepType<Scope = never, Checking = never> = Checks<Checking> & {
  readonly type: string
  /** Its fields beside `type`, `name` and `next`. */
  readonly schema: z.ZodType
  /** True where a second execution would do something twice in the world outside. */
  readonly effects: boolean
  /** True where that does not hold for this one, such as a request that only reads. */
  readonly is_harmless?: (step: never) => boolean
  /** True where it may wait or take long, so that a run is written before it is executed. */
  readonly lasts?: boolean
  /** True where the step's own limit is kept by itself, such as from when its turn has come. */
  readonly keeps_time?: boolean
  /** Seconds after which the step is stopped and fails; null where its parts have limits of their own. */
  readonly timeout_seconds: number | null
  readonly execute: (step: never, scope: Scope) => Promise<StepResult>
}

export function defineStep<Scope, Step, Checking = never>(
  type: string,
  options: {
    schema: z.ZodType<Step>
    effects: boolean
    is_harmless?: (step: Step) => boolean
    lasts?: boolean
    keeps_time?: boolean
    timeout_seconds?: number
    execute: (step: Step & { name: string }, scope: Scope) => Promise<StepResult>
    exits?: (step: Step) => StepExit[]
    check?: (step: Step, checking: Checking) => Promise<StepProblem[]> | StepProblem[]
    warn?: (step: Step) => StepProblem[]
    resume_fields?: readonly string[]
    plain_fields?: readonly string[]
  },
): StepType<Scope, Checking> {
  return { type, ...options, timeout_seconds: options.timeout_seconds ?? null }
}
