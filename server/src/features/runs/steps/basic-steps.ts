import { EndStep, MessageStep, SetStateStep } from '#contracts/flows.ts'
import { defineStep } from '#platform/step.ts'
import { fillDeep, fillPlaceholders } from './placeholders.ts'
import type { StepScope } from './scope.ts'

const values = ({ input, state, outputs }: StepScope) => ({ input, state, output: outputs })

export const setStateStep = defineStep('set_state', {
  schema: SetStateStep,
  effects: false,
  async execute(step, scope: StepScope) {
    const filled = fillDeep(step.values, values(scope)) as Record<string, unknown>
    scope.log.payload.input_data = step.values
    Object.assign(scope.state, filled)
    return { output: filled }
  },
})

export const messageStep = defineStep('message', {
  schema: MessageStep,
  effects: false,
  async execute({ text }, scope: StepScope) {
    scope.log.payload.input_data = { text }
    const output = fillPlaceholders(text, values(scope))
    scope.host.publish({ type: 'text', text: output })
    return { output }
  },
})

export const endStep = defineStep('end', {
  schema: EndStep,
  effects: false,
  execute: async () => ({ output: null, ends: true }),
})
