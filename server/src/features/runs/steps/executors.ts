import type { FlowStep } from '#contracts/flows.ts'
import { agentStep } from './agent.ts'
import { fillDeep, fillPlaceholders } from './placeholders.ts'
import type { StepScope } from './scope.ts'

type Executor<Step> = {
  /** True where a second execution would do something twice in the world outside. */
  effects: boolean
  execute(step: Step, scope: StepScope): Promise<{ output: unknown; ends?: boolean }>
}

export const executors: { [Type in FlowStep['type']]: Executor<Extract<FlowStep, { type: Type }>> } = {
  agent: { effects: true, execute: agentStep },

  set_state: {
    effects: false,
    async execute({ values }, scope) {
      const filled = fillDeep(values, placeholders(scope)) as Record<string, unknown>
      scope.log.payload.input_data = values
      Object.assign(scope.state, filled)
      return { output: filled }
    },
  },

  message: {
    effects: false,
    async execute({ text }, scope) {
      scope.log.payload.input_data = { text }
      const output = fillPlaceholders(text, placeholders(scope))
      scope.host.publish({ type: 'text', text: output })
      return { output }
    },
  },

  end: {
    effects: false,
    execute: async () => ({ output: null, ends: true }),
  },
}

const placeholders = ({ input, state, outputs }: StepScope) => ({ input, state, output: outputs })
