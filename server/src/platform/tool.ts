import { z } from 'zod'

type ContextOf<Scope> = Scope extends { ctx: infer Ctx } ? Ctx : never

/** What a teammate may call. `Scope` is what the engine knows when the model calls: the run, its teammate, its depth. */
export type Tool<Scope = never> = {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
  /** As JSON Schema, where it is someone else's and `input` takes whatever it is given. */
  readonly input_schema?: Record<string, unknown> | undefined
  readonly call: (scope: Scope, input: never) => Promise<unknown>
  readonly timeoutMs: number
  /** True for what changes nothing anywhere, so that it may be called for something that is only thought of. */
  readonly only_reads?: boolean | undefined
  /** True for what others may have done although nobody heard their answer: a call that was lost is not made again by itself. */
  readonly made_once?: boolean | undefined
  /** True where a person is asked before each use. */
  readonly asks_first?: boolean | undefined
  /** False where this server lacks what the tool needs: then nobody is offered it. Absent: it is always there. */
  readonly is_available?: ((ctx: ContextOf<Scope>) => Promise<boolean>) | undefined
  /** What the model must know besides to use the tool here, such as whom it can ask; part of its system prompt. */
  readonly brief?: ((scope: Scope) => Promise<string | null>) | undefined
}

const DEFAULT_TIMEOUT_MS = 120_000

export function defineTool<Scope, Input>(
  name: string,
  {
    description,
    input,
    input_schema,
    call,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    only_reads = false,
    made_once = false,
    is_available,
    brief,
  }: {
    description: string
    input: z.ZodType<Input>
    input_schema?: Record<string, unknown>
    call: (scope: Scope, input: Input) => Promise<unknown>
    timeoutMs?: number
    only_reads?: boolean
    made_once?: boolean
    is_available?: (ctx: ContextOf<Scope>) => Promise<boolean>
    brief?: (scope: Scope) => Promise<string | null>
  },
): Tool<Scope> {
  return { name, description, input, input_schema, call, timeoutMs, only_reads, made_once, is_available, brief }
}

/** What a model and a program read about a tool's input. */
export function inputSchemaOf({ input, input_schema }: Pick<Tool, 'input' | 'input_schema'>): Record<string, unknown> {
  if (input_schema) return input_schema
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return schema
}
