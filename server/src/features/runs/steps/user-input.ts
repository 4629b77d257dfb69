import { UserInputStep } from '#contracts/flow-steps.ts'
import { defineStep } from '#platform/step.ts'
import { fillerFor } from '../fill-placeholders.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'
import { readAnswer } from './answer.ts'

/** Asks a person; the run waits for the answer, for days if necessary. */
export const userInputStep = defineStep('user_input', {
  schema: UserInputStep,
  effects: false,
  takesLong: true,
  resumeFields: ['values'],
  exits: ({ on_expiry }) =>
    on_expiry === undefined ? [] : [{ field: 'on_expiry', label: 'No answer', to: on_expiry }],
  check: ({ kind, choices = [] }) =>
    kind === 'choice' && choices.length === 0
      ? [{ field: 'choices', message: 'A choice needs something to choose' }]
      : [],
  async execute(step, scope: StepScope) {
    const { kind, choices, values, on_expiry, expires_in_seconds } = step
    const { ctx, answer, log } = scope
    if (answer?.is_due) {
      if (on_expiry === undefined) throw new RunFailure('EXPIRED', `Nobody has answered ${step.name} in time`)
      return { output: null, next: on_expiry }
    }
    if (answer) {
      const read = readAnswer({ kind, choices }, answer.value)
      // Published so that the conversation shows later what was answered.
      if (typeof read.output === 'string') scope.host.publish({ type: 'question', text: quoted(read.output) })
      const filled = (await fillerFor(scope, values ?? {}, read.resume)).value(values ?? {})
      scope.writeState(filled as Record<string, unknown>)
      return { output: read.output }
    }
    const question = (await fillerFor(scope, step.question)).text(step.question)
    log.payload.input_data = { question, kind, ...(choices && { choices }) }
    scope.host.publish({ type: 'question', text: question })
    const wakes_at = expires_in_seconds && new Date(ctx.now().getTime() + expires_in_seconds * 1000)
    const detail = { question, kind, ...(kind === 'choice' && { choices }) }
    return { suspend: { kind: kind === 'approval' ? 'approval' : 'person', detail, ...(wakes_at && { wakes_at }) } }
  },
})

const quoted = (answer: string): string => `\n\n${answer.replaceAll(/^/gm, '> ')}`
