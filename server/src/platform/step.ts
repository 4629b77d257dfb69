import type { z } from 'zod'

/** Why a step waits: for a time, for an answer, or for both, whichever comes first. */
export type SuspendRequest = {
  /** What it waits for, in a word: `timer`, `person`, `response`. */
  kind: string
  wakes_at?: Date
  /** What is shown to whoever is to answer. */
  detail?: unknown
}

export type StepResult =
  /** `next` overrides where the step leads to; `ends` ends the flow. */
  | { output: unknown; next?: string | null; ends?: boolean }
  /** The step is executed again when it was answered, or when its time has come. */
  | { suspend: SuspendRequest }
  /** A flow inside the step waits. */
  | 'suspended'

/**
 * A type of step of a flow, declared by the feature that brings it. `Scope` is what the engine gives every step: the run,
 * its input and state, the log, and ways to keep progress and to walk flows inside.
 */
export type StepType<Scope = never> = {
  readonly type: string
  /** Its fields beside `type`, `name` and `next`. */
  readonly schema: z.ZodType
  /** True where a second execution would do something twice in the world outside. */
  readonly effects: boolean
  /** Seconds after which the step is stopped and fails; null where its parts have limits of their own. */
  readonly timeout_seconds: number | null
  readonly execute: (step: never, scope: Scope) => Promise<StepResult>
}

export function defineStep<Scope, Step>(
  type: string,
  options: {
    schema: z.ZodType<Step>
    effects: boolean
    timeout_seconds?: number
    execute: (step: Step & { name: string }, scope: Scope) => Promise<StepResult>
  },
): StepType<Scope> {
  return { type, ...options, timeout_seconds: options.timeout_seconds ?? null }
}
