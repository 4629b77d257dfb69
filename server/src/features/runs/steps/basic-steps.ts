import { EndStep, MessageStep, SetStateStep } from '#contracts/flow-steps.ts'
import { defineStep } from '#platform/step.ts'
import { fillerFor } from '../fill-placeholders.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'

/** It is kept with each step. */
const MOST_STATE_CHARACTERS = 2_000_000

/** Writes values into the state; one under the name of an object's own parts would change the state itself. */
export function writeState(state: Record<string, unknown>, values: Record<string, unknown>): void {
  const { __proto__: _, ...written } = values
  if (JSON.stringify({ ...state, ...written }).length > MOST_STATE_CHARACTERS) {
    throw new RunFailure('STEP_FAILED', `The state of a run has ${MOST_STATE_CHARACTERS} characters at most`)
  }
  Object.assign(state, written)
}

export const setStateStep = defineStep('set_state', {
  schema: SetStateStep,
  effects: false,
  async execute({ values }, scope: StepScope) {
    const filled = (await fillerFor(scope, values)).value(values) as Record<string, unknown>
    scope.log.payload.input_data = values
    writeState(scope.state, filled)
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
