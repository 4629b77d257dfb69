import { WaitStep } from '#contracts/flow-steps.ts'
import { defineStep } from '#platform/step.ts'
import { fillerFor } from '../fill-placeholders.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'

const LONGEST_SECONDS = 31_536_000

export const waitStep = defineStep('wait', {
  schema: WaitStep,
  effects: false,
  lasts: true,
  check({ seconds, until }) {
    if ((seconds === undefined) !== (until === undefined)) return []
    return [{ field: 'seconds', message: 'A wait has either a number of seconds or a time' }]
  },
  async execute(step, scope: StepScope) {
    if (scope.answer) return { output: null }
    const wakes_at = await endOfWait(step, scope)
    scope.log.payload.input_data = { wakes_at: wakes_at.toISOString() }
    return wakes_at <= scope.ctx.now() ? { output: null } : { suspend: { kind: 'timer', wakes_at } }
  },
})

async function endOfWait({ seconds, until }: WaitStep, scope: StepScope): Promise<Date> {
  const filler = await fillerFor(scope, { seconds, until })
  const now = scope.ctx.now().getTime()
  if (seconds !== undefined) {
    const filled = filler.value(seconds)
    const number = typeof filled === 'string' && filled.trim() !== '' ? Number(filled) : filled
    if (typeof number === 'number' && number >= 0 && number <= LONGEST_SECONDS) return new Date(now + number * 1000)
    throw new RunFailure('STEP_FAILED', `The seconds to wait must be a number from 0 to ${LONGEST_SECONDS}`)
  }
  const at = new Date(filler.text(until ?? ''))
  if (Number.isNaN(at.getTime())) {
    throw new RunFailure('STEP_FAILED', 'The time to wait for is not a time, such as 2026-05-01T09:00:00Z')
  }
  if (at.getTime() > now + LONGEST_SECONDS * 1000) {
    throw new RunFailure('STEP_FAILED', 'The time to wait for is more than a year away')
  }
  return at
}
