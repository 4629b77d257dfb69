import { EndStep, MessageStep, SetStateStep } from '#contracts/flows.ts'
import { defineStep } from '#platform/step.ts'
import { textsIn } from '../../variables/fill-variables.ts'
import { readPublicValues } from '../../variables/read-values.ts'
import { fillDeep, fillPlaceholders } from './placeholders.ts'
import type { StepScope } from './scope.ts'

/** What these texts may name. They are shown and logged, so of the organization's variables only the public ones. */
async function valuesFor(texts: string[], { ctx, input, state, outputs }: StepScope) {
  return { input, state, output: outputs, variables: await readPublicValues(ctx, texts) }
}

export const setStateStep = defineStep('set_state', {
  schema: SetStateStep,
  effects: false,
  async execute(step, scope: StepScope) {
    const filled = fillDeep(step.values, await valuesFor(textsIn(step.values), scope)) as Record<string, unknown>
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
    const output = fillPlaceholders(text, await valuesFor([text], scope))
    scope.host.publish({ type: 'text', text: output })
    return { output }
  },
})

export const endStep = defineStep('end', {
  schema: EndStep,
  effects: false,
  execute: async () => ({ output: null, ends: true }),
})
