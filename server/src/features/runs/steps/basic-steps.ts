import { EndStep, MessageStep, SetStateStep } from '#contracts/flow-steps.ts'
import { defineStep } from '#platform/step.ts'
import { fillerFor } from '../fill-placeholders.ts'
import type { StepScope } from '../step-scope.ts'

export const setStateStep = defineStep('set_state', {
  schema: SetStateStep,
  effects: false,
  async execute({ values }, scope: StepScope) {
    const filled = (await fillerFor(scope, values)).value(values) as Record<string, unknown>
    scope.log.payload.input_data = values
    scope.writeState(filled)
    return { output: filled }
  },
})

export const messageStep = defineStep('message', {
  schema: MessageStep,
  effects: false,
  async execute({ text }, scope: StepScope) {
    scope.log.payload.input_data = { text }
    const output = (await fillerFor(scope, text)).text(text)
    scope.host.publish({ type: 'text', text: output })
    return { output }
  },
})

export const endStep = defineStep('end', {
  schema: EndStep,
  effects: false,
  async execute({ result = null }, scope: StepScope) {
    const output = (await fillerFor(scope, result)).value(result)
    return { output, ends: true }
  },
})
