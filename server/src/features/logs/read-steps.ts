import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { StepLog, StepPayload } from '#contracts/logged-runs.ts'
import * as logPaths from '#contracts/paths/logs.ts'
import { addressOf } from '#contracts/request.ts'
import { AppError } from '#platform/error.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../organizations/context.ts'
import { shownPayload, shownWithin } from '../runs/log/read-log.ts'
import { roundUsd } from '../runs/spend/model-costs.ts'
import { type RunRow, runPayloads, runSteps } from '../runs/table.ts'
import { presentStep } from './present.ts'

/** Packed. A larger payload does not come with its run, nor do those after so many bytes together. */
const MAX_BYTES_EACH = 256 * 1024
const MAX_TOTAL_BYTES = 2 * 1024 * 1024
/** What is packed may be a thousand times as large. */
const MAX_UNPACKED_EACH = 1024 * 1024
const MAX_TOTAL_UNPACKED = 8 * 1024 * 1024

/** Steps of a run in their order, each with what it worked with unless that is large. */
export async function readSteps(
  ctx: OrgContext,
  run: Pick<RunRow, 'id' | 'organization_id' | 'taken_over_until'>,
  { limit, after = 0, whole = false }: { limit: number; after?: number; whole?: boolean },
): Promise<StepLog[]> {
  const size = sql`length(${runPayloads.data})`
  const isSmall = sql`${size} <= ${MAX_BYTES_EACH}::int
    and sum(${size}) over (order by ${runSteps.seq}) <= ${MAX_TOTAL_BYTES}::int`
  const rows = await ctx.db
    .select({
      step: runSteps,
      size: sql<number | null>`${size}`,
      data: sql<Buffer | null>`case when ${whole ? sql`true` : isSmall} then ${runPayloads.data} end`,
    })
    .from(runSteps)
    .leftJoin(runPayloads, and(eq(runPayloads.run_id, runSteps.run_id), eq(runPayloads.seq, runSteps.seq)))
    .where(and(eq(runSteps.run_id, run.id), gt(runSteps.seq, after)))
    .orderBy(asc(runSteps.seq))
    .limit(limit)
  const steps: StepLog[] = []
  let bytesLeft = MAX_TOTAL_UNPACKED
  for (const { step, size, data } of rows) {
    await yieldToEventLoop()
    const maxBytes = whole ? Infinity : Math.min(bytesLeft, MAX_UNPACKED_EACH)
    const found = data && shownWithin(data, maxBytes)
    bytesLeft -= found?.bytes ?? 0
    const payload = found?.payload ?? NOTHING
    const params = { organization_id: run.organization_id, run_id: run.id, seq: String(step.seq) }
    const isLeftOut = size !== null && !found
    steps.push({
      ...presentStep(step, run),
      ...(step.attempts !== null && { attempts: step.attempts }),
      ...(step.possibly_repeated && { possibly_repeated: true as const }),
      ...payload,
      ...spentIn(payload),
      content_payload: isLeftOut ? { size_bytes: size, url: addressOf(logPaths.showStepPayload, { params }) } : null,
    })
  }
  return steps
}

/** What a step worked with, however large it is. */
export async function readStepPayload(ctx: OrgContext, run: Pick<RunRow, 'id'>, seq: number): Promise<StepPayload> {
  const [found] = await ctx.db
    .select({ data: runPayloads.data })
    .from(runPayloads)
    .innerJoin(runSteps, and(eq(runSteps.run_id, runPayloads.run_id), eq(runSteps.seq, runPayloads.seq)))
    .where(and(eq(runPayloads.run_id, run.id), eq(runPayloads.seq, seq)))
  if (!found) throw new AppError('not_found', 'Payload not found')
  return shownPayload(found.data)
}

const NOTHING: StepPayload = { input_data: null, output: null, additional_data: null }

/** Of the calls whose use was logged, also those that failed. */
function spentIn({ additional_data }: StepPayload) {
  const calls = (additional_data?.steps ?? []).filter(({ input_tokens }) => input_tokens !== undefined)
  if (calls.length === 0) return { input_tokens: null, output_tokens: null, usd_cost: null }
  const sum = (pick: (call: (typeof calls)[number]) => number | undefined) =>
    calls.reduce((total, call) => total + (pick(call) ?? 0), 0)
  return {
    input_tokens: sum((call) => call.input_tokens),
    output_tokens: sum((call) => call.output_tokens),
    usd_cost: roundUsd(sum((call) => call.usd_cost)),
  }
}
