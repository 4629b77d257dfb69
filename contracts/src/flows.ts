import { z } from 'zod'

/**
 * What every step has; the rest is said by its type. Text fields may hold `{{input.x}}`, `{{state.x}}`, `{{output.x}}`, and
 * `{{NAME}}` of a public variable.
 */
export const FlowStep = z.looseObject({
  type: z.string().max(100),
  name: z.string().max(200),
  next: z.string().optional(),
})
export type FlowStep = z.infer<typeof FlowStep>

export const Flow = z.object({ steps: z.record(z.string(), FlowStep) })
export type Flow = z.infer<typeof Flow>

/**
 * A teammate answers: prompt, history, tools, model. Its text is the step's output. Instructions and tools are the
 * teammate's own unless the step brings others.
 */
export const AgentStep = z.object({
  employee_id: z.uuid(),
  instructions: z.string().optional(),
  tools: z.array(z.string()).optional(),
})
export type AgentStep = z.infer<typeof AgentStep>

/** Writes values into the run's state. */
export const SetStateStep = z.object({ values: z.record(z.string(), z.unknown()) })

/** Makes a text the run's answer. */
export const MessageStep = z.object({ text: z.string() })

export const EndStep = z.object({})
