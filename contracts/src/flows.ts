import { z } from 'zod'

const step = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), name: z.string().max(200), next: z.string().optional(), ...shape })

/** What a flow is made of. Text fields may hold `{{input.x}}`, `{{state.x}}` and `{{output.x}}`; nothing is evaluated. */
export const FlowStep = z.discriminatedUnion('type', [
  /**
   * A teammate answers: prompt, history, tools, model. Its text is the step's output. Instructions and tools are the
   * teammate's own unless the step brings others.
   */
  step('agent', {
    employee_id: z.uuid(),
    instructions: z.string().optional(),
    tools: z.array(z.string()).optional(),
  }),
  /** Writes values into the run's state. */
  step('set_state', { values: z.record(z.string(), z.unknown()) }),
  /** Makes a text the run's answer. */
  step('message', { text: z.string() }),
  step('end', {}),
])
export type FlowStep = z.infer<typeof FlowStep>

export const Flow = z.object({ steps: z.record(z.string(), FlowStep) })
export type Flow = z.infer<typeof Flow>
