import { WaitStep } from '#contracts/flow-steps.ts'
import { placeholdersIn } from '#platform/placeholders.ts'
import { defineStep } from '#platform/step.ts'
import { fillerFor } from '../fill-placeholders.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'

const LONGEST_SECONDS = 31_536_000
const NO_NUMBER = `The seconds to wait must be a number from 0 to ${LONGEST_SECONDS}`
const NO_TIME = 'The time to wait for is not a time, such as 2026-05-01T09:00:00Z'

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

function isNumber(given: unknown): boolean {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  return typeof number === 'number' && number >= 0 && number <= LONGEST_SECONDS
}

export const waitStep = defineStep('wait', {
  schema: WaitStep,
  effects: false,
  lasts: true,
  check({ seconds, until }) {
    if ((seconds === undefined) === (until === undefined)) {
      return [{ field: 'seconds', message: 'A wait has either a number of seconds or a time' }]
    }
    // What placeholders stand for is known when it runs.
    if (placeholdersIn(`${seconds ?? until}`).length > 0) return []
    if (until !== undefined) return isTime(until) ? [] : [{ field: 'until', message: NO_TIME }]
    return isNumber(seconds) ? [] : [{ field: 'seconds', message: NO_NUMBER }]
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
    if (!isNumber(filled)) throw new RunFailure('STEP_FAILED', NO_NUMBER)
    return new Date(now + Number(filled) * 1000)
  }
  const filled = filler.text(until ?? '')
  if (!isTime(filled)) throw new RunFailure('STEP_FAILED', NO_TIME)
  const at = new Date(filled)
  if (at.getTime() > now + LONGEST_SECONDS * 1000) {
    throw new RunFailure('STEP_FAILED', 'The time to wait for is more than a year away')
  }
  return at
}
