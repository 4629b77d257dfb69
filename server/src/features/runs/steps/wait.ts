import { WaitStep } from '#contracts/flow-steps.ts'
import { placeholdersIn } from '#platform/placeholders.ts'
import { defineStep } from '#platform/step.ts'
import { fillerFor } from '../fill-placeholders.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'

const MAX_SECONDS = 31_536_000
const NO_NUMBER = `The seconds to wait must be a number from 0 to ${MAX_SECONDS}`
const NO_TIME = 'The time to wait for is not a time, such as 2026-05-01T09:00:00Z'

/**
 * ISO 8601 and the form of HTTP headers. `Date.parse` alone reads "Order 7" as a day in July 2001, so the step would not
 * wait.
 */
const ISO_TIME = /^(\d{4}-\d{2}-(\d{2}))([T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i
const HTTP_TIME = /^([A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(:\d{2})? (GMT|UTC|[+-]\d{4})$/

function isTime(text: string): boolean {
  const [, date, day] = ISO_TIME.exec(text.trim()) ?? []
  if (date === undefined) return HTTP_TIME.test(text.trim()) && !Number.isNaN(Date.parse(text))
  // 30 February would be read as 1 or 2 March.
  return !Number.isNaN(Date.parse(text)) && new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day)
}

function isNumber(given: unknown): boolean {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  return typeof number === 'number' && number >= 0 && number <= MAX_SECONDS
}

export const waitStep = defineStep('wait', {
  schema: WaitStep,
  effects: false,
  takesLong: true,
  check({ seconds, until }) {
    if ((seconds === undefined) === (until === undefined)) {
      return [{ field: 'seconds', message: 'A wait has either a number of seconds or a time' }]
    }
    // The values of placeholders are known only when the step runs.
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
  if (at.getTime() > now + MAX_SECONDS * 1000) {
    throw new RunFailure('STEP_FAILED', 'The time to wait for is more than a year away')
  }
  return at
}
