import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import * as toolConsolePaths from './paths/tool-console.ts'

/** The channel of the runs that calls from the console are. */
export const CONSOLE_CHANNEL = 'console'

/** A tool as a model reads it. */
export const CallableTool = z.object({
  name: z.string(),
  description: z.string(),
  /** The JSON Schema of its input. */
  input_schema: z.record(z.string(), z.unknown()),
  /** Whether a person is asked before a model may use it; the person who tries it has agreed. */
  needs_approval: z.boolean(),
})
export type CallableTool = z.infer<typeof CallableTool>

export const TryTool = z.strictObject({
  tool: z.string().min(1).max(200),
  input: z.record(z.string(), z.unknown()).default({}),
})
export type TryTool = z.infer<typeof TryTool>

export const TriedTool = z.object({
  /** Its run, which the logs have. */
  run_id: z.uuid(),
  /** `suspended` where it waits for someone, and continues by itself. */
  status: z.enum(['completed', 'failed', 'cancelled', 'suspended']),
  /** What the model would be given; null unless it was completed. */
  result: z.unknown(),
  /** Why it failed, as the model would read it. */
  error: z.string().nullable(),
})
export type TriedTool = z.infer<typeof TriedTool>

const ofTeammate = z.object({ organization_id: z.uuid(), employee_id: z.uuid() })

export const toolConsoleEndpoints = describeEndpoints(toolConsolePaths, {
  listCallableTools: {
    summary: 'List everything that a teammate may call now, as its model reads it',
    params: ofTeammate,
    answer: z.object({ data: z.array(CallableTool) }),
  },
  tryTool: {
    summary: 'Call one of a teammate’s tools as its model would; the call is a run with a log',
    params: ofTeammate,
    body: TryTool,
    answer: TriedTool,
    errors: { 404: [], 422: [] },
  },
})
