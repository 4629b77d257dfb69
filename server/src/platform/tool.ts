import { z } from 'zod'

type ContextOf<Scope> = Scope extends { ctx: infer Ctx } ? Ctx : never

/** What a teammate may call. `Scope` is what the engine knows when the model calls: the run, its teammate, its depth. */
export type Tool<Scope = never> = {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
  /** The JSON Schema of a tool that another server declared; `input` then accepts anything. */
  readonly input_schema?: Record<string, unknown> | undefined
  readonly call: (scope: Scope, input: never) => Promise<unknown>
  readonly timeoutMs: number
  /** Changes nothing, so that it may also be called to prepare a draft that a person may discard. */
  readonly is_read_only?: boolean | undefined
  /** A call whose answer was lost may have had its effect, so it is not repeated automatically. */
  readonly at_most_once?: boolean | undefined
  /** A person has to approve each call. */
  readonly needs_approval?: boolean | undefined
  /** Whether this server has what the tool needs; without this function the tool is always available. */
  readonly is_available?: ((ctx: ContextOf<Scope>) => Promise<boolean>) | undefined
  /** Adds to the system prompt what the model needs to use the tool, such as which teammates it can ask. */
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
    is_read_only = false,
    at_most_once = false,
    is_available,
    brief,
  }: {
    description: string
    input: z.ZodType<Input>
    input_schema?: Record<string, unknown>
    call: (scope: Scope, input: Input) => Promise<unknown>
    timeoutMs?: number
    is_read_only?: boolean
    at_most_once?: boolean
    is_available?: (ctx: ContextOf<Scope>) => Promise<boolean>
    brief?: (scope: Scope) => Promise<string | null>
  },
): Tool<Scope> {
  return { name, description, input, input_schema, call, timeoutMs, is_read_only, at_most_once, is_available, brief }
}

/** What a model and a program read about a tool's input. */
export function inputSchemaOf({ input, input_schema }: Pick<Tool, 'input' | 'input_schema'>): Record<string, unknown> {
  if (input_schema) return input_schema
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return schema
}
