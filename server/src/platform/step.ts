import type { z } from 'zod'

/** Why a step waits: for a time, for an answer, or for both, whichever comes first. */
export type SuspendRequest = {
  /** What it waits for: `timer`, `person`, `approval`, `response` or `retry`. */
  kind: string
  wakes_at?: Date
  /** Shown to the person whose answer is awaited. */
  detail?: unknown
  /** Writes what belongs to the wait in the transaction that begins it. */
  opened?: (ctx: never) => Promise<void>
}

export type StepResult =
  /** `next` replaces the step's own `next`, null for none; `ends` ends the flow. */
  | { output: unknown; next?: string | null; ends?: boolean }
  /** The step is executed again with the answer, or at `wakes_at`. */
  | { suspend: SuspendRequest }
  /** A flow inside the step waits. */
  | 'suspended'

/** A step that may follow, beside `next` and `on_error`. */
export type StepExit = {
  /** The field that names the step it leads to, such as `cases.0.next`. */
  field: string
  /** The label of its line on the canvas. */
  label?: string | undefined
  to: string | undefined
  /** True where the steps from there are executed inside this one, which continues after them, as in `for_each`. */
  isInside?: boolean
}

export type StepProblem = { field: string | null; message: string }

/** Checks of a step before a run. `Checking` has the organization and the flow. */
type Checks<Checking> = {
  /** Where a step may lead beside `next` and `on_error`. */
  readonly exits?: (step: never) => StepExit[]
  /** Finds mistakes that the schema cannot, such as a teammate that does not exist. A flow with mistakes is a draft. */
  readonly check?: (step: never, checking: Checking) => Promise<StepProblem[]> | StepProblem[]
  /** Finds probable mistakes, which do not prevent a run. */
  readonly warn?: (step: never) => StepProblem[]
  /** Fields that may contain `{{resume.x}}`, because they are filled once the step is answered. */
  readonly resumeFields?: readonly string[]
  /** Fields without placeholders, such as code, in which braces mean something else. */
  readonly plainFields?: readonly string[]
}

/**
 * A type of step, declared by the feature that brings it (docs/how-to/add-a-step-type.md). `Scope` is what the engine gives each
 * step: the run, its input and state, the log, and functions that save progress and execute flows inside the step.
 */
export type StepType<Scope = never, Checking = never> = Checks<Checking> & {
  readonly type: string
  /** Its fields beside `type`, `name` and `next`. */
  readonly schema: z.ZodType
  /**
   * True where executing it twice would change something outside twice, or cost twice: it is recorded before it is
   * executed.
   */
  readonly effects: boolean
  /** True for a step of this type that has no such effects after all, such as a request that only reads. */
  readonly hasNoEffects?: (step: never) => boolean
  /** True where it may wait or take long: the run is then written before it is executed, and not executed in memory. */
  readonly takesLong?: boolean
  /** True where the type applies the step's time limit itself, for example only from when its turn has come. */
  readonly appliesTimeout?: boolean
  /** Seconds after which the step is stopped and fails; null where its requests have limits of their own. */
  readonly timeout_seconds: number | null
  readonly execute: (step: never, scope: Scope) => Promise<StepResult>
}

export function defineStep<Scope, Step, Checking = never>(
  type: string,
  options: {
    schema: z.ZodType<Step>
    effects: boolean
    hasNoEffects?: (step: Step) => boolean
    takesLong?: boolean
    appliesTimeout?: boolean
    timeout_seconds?: number
    execute: (step: Step & { name: string }, scope: Scope) => Promise<StepResult>
    exits?: (step: Step) => StepExit[]
    check?: (step: Step, checking: Checking) => Promise<StepProblem[]> | StepProblem[]
    warn?: (step: Step) => StepProblem[]
    resumeFields?: readonly string[]
    plainFields?: readonly string[]
  },
): StepType<Scope, Checking> {
  return { type, ...options, timeout_seconds: options.timeout_seconds ?? null }
}
