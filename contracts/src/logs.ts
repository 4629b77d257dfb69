import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { ListedRun, RunDetail, StepPayload } from './logged-runs.ts'
import { Instant, pageOf, pageQuery } from './page.ts'
import * as logPaths from './paths/logs.ts'
import { RunStatus } from './runs.ts'

/** `from..to` in one parameter: the first counts in, the second does not, and either may be left out. */
function range<Bound>(bound: z.ZodType<Bound, string>, example: string) {
  return z
    .string()
    .max(100)
    .transform((text, ctx) => {
      const [from = '', to = '', ...more] = text.split('..')
      const ends = [from, to].map((end) => (end === '' ? undefined : bound.safeParse(end)))
      const isRange = text.includes('..') && more.length === 0 && ends.some(Boolean)
      if (!isRange || ends.some((end) => end?.success === false)) {
        ctx.addIssue({ code: 'custom', message: `Must be a range such as ${example}` })
        return z.NEVER
      }
      return { from: ends[0]?.data, to: ends[1]?.data }
    })
    .optional()
}

const moment = z.union([Instant, z.iso.date()]).transform((text) => new Date(text))
const amount = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,8})?$/)
  .transform(Number)
const moments = () => range(moment, '2026-01-01T00:00:00Z..2026-02-01T00:00:00Z')

/** By comma, or each in a parameter of its own. */
const statuses = z
  .union([z.string().max(200), z.array(z.string().max(200)).max(20)])
  .transform((sent) => [sent].flat().flatMap((text) => text.split(',')))
  .pipe(z.array(RunStatus))

/** Whatever is written as an id is looked for, also where nothing here could have it: it is found by nobody, and no mistake. */
const anyId = z.guid().optional()

/**
 * Ranges are `from..to`: times as instants or days (UTC), durations in milliseconds, tokens as input and output together,
 * costs in USD. `status` is one more of the `statuses`. A key of `state` is `currentStepId`, `error`,
 * `runtimeContext.userId`, `runtimeContext.isAsync` or one that a flow has written.
 */
export const RunFilter = z.object({
  conversation_id: anyId,
  status: RunStatus.optional(),
  statuses: statuses.optional(),
  run_id: anyId,
  channel: z.string().min(1).max(200).optional(),
  ai_employee_id: anyId,
  initiator_user_id: anyId,
  contact_id: anyId,
  workflow_id: anyId,
  model: z.string().min(1).max(300).optional(),
  trigger_id: anyId,
  state: z.record(z.string().min(1).max(200), z.string().max(300)).optional(),
  started: moments(),
  ended: moments(),
  duration: range(amount, '1000..10000'),
  tokens: range(amount, '100..1000'),
  cost: range(amount, '0.001..0.01'),
})
export type RunFilter = z.output<typeof RunFilter>

const RunQuery = pageQuery({ limit: 25, max: 100 }).extend({
  ...RunFilter.shape,
  /** `flow`, `state` or `flow,state`: rows come without the flow, and with a short `state`. */
  exclude: z.string().max(100).optional(),
})
export type RunQuery = z.output<typeof RunQuery>
export type RunQueryInput = z.input<typeof RunQuery>

export const logEndpoints = describeEndpoints(logPaths, {
  listRuns: {
    summary: 'List runs that the caller may see, newest first',
    query: RunQuery,
    answer: pageOf(ListedRun),
  },
  exportRuns: {
    summary: 'Download the runs of a filter as CSV, newest first, 100,000 at most; this is recorded',
    query: RunFilter,
  },
  showLoggedRun: {
    summary: 'Get a run with its steps and what they worked with',
    params: z.object({ run_id: z.uuid() }),
    answer: RunDetail,
    errors: { 404: [] },
  },
  showRunOfWorkflow: {
    summary: 'Get a run of this workflow',
    params: z.object({ workflow_id: z.uuid(), run_id: z.uuid() }),
    answer: RunDetail,
    errors: { 404: [] },
  },
  exportRun: {
    summary: 'Download a run with all of its steps and everything that is kept of them as JSON',
    params: z.object({ run_id: z.uuid() }),
    errors: { 404: [] },
  },
  openRunFile: {
    summary: 'Open a file that came with the message of a run, or that the run made',
    params: z.object({ run_id: z.uuid(), attachment_id: z.uuid() }),
    errors: { 404: [], 503: ['STORAGE_UNAVAILABLE'] },
  },
  showStepPayload: {
    summary: 'Get what a step worked with, whole, where it is too large for the run',
    params: z.object({ run_id: z.uuid(), seq: z.coerce.number().int().min(0).max(2_147_483_647) }),
    answer: StepPayload,
    errors: { 404: [] },
  },
})
