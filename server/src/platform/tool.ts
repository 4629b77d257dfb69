import type { z } from 'zod'

/** What a teammate may call. `Scope` is what the engine knows when the model calls: the run, its teammate, its depth. */
export type Tool<Scope = never> = {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
  readonly call: (scope: Scope, input: never) => Promise<unknown>
  /** Seconds after which the tool is stopped. */
  readonly patience: number
}

const PATIENCE = 120

export function defineTool<Scope, Input>(
  name: string,
  {
    description,
    input,
    call,
    patience = PATIENCE,
  }: {
    description: string
    input: z.ZodType<Input>
    call: (scope: Scope, input: Input) => Promise<unknown>
    patience?: number
  },
): Tool<Scope> {
  return { name, description, input, call, patience }
}
