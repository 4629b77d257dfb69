import { sql } from 'drizzle-orm'
import { defineStatement } from '#platform/db/statement.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import { addCredits, lockCredits } from '../../organizations/change-credits.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { RunFailure } from '../run-outcome.ts'
import { spendReservations, teammateSpend } from '../table.ts'
import { awaitRelease, isAnyoneWaiting, notifyReleased } from './await-release.ts'
import { dayOf, noticeLimit } from './daily-limit.ts'
import { expectedOutput } from './expected-output.ts'
import { type Held, type HoldRequest, holdSpend } from './hold-spend.ts'
import { CREDITS_PER_USD, inputCostOf, leastCostOf, MIN_OUTPUT_TOKENS, outputTokenCost } from './model-costs.ts'

/** How much answer a call is budgeted for: thoughts are paid like words. Near a limit it gets less (docs/spending.md). */
const BUDGETED_OUTPUT = { off: 8192, low: 16_384, medium: 24_576, high: 32_768 } as const

export type Reservation = {
  /** Null where nothing can run out, so nothing was held. */
  id: string | null
  /** Null where no teammate asks: then only the organization's credits can run out. */
  employee_id: string | null
  /** Whether it was taken from the organization's credits. */
  counts_credits: boolean
  max_output_tokens: number | null
  /** Whether an answer may be cut although more could be left by then. */
  is_below_budget: boolean
}

const UNCAPPED = { max_output_tokens: null, is_below_budget: false }

type Run = { id: string; employee_id: string | null }

export type Wanted = {
  inputTokens: number
  /** How much an answer may be budgeted for, where it can be kept shorter; a number of tokens is held whole or not at all. */
  output: keyof typeof BUDGETED_OUTPUT | number
  /** What the cheapest call costs that could be made of the teammate: where not even that fits, its limit is reached. */
  cheapestUsd(): number
}

/**
 * Holds the money for one call before it is made; a model without a price needs none. Where too little is left for an answer of the
 * usual length, it waits for what other calls release. Near the limit an answer is kept shorter.
 */
export async function reserveSpend(
  ctx: OrgContext,
  run: Run,
  candidate: Candidate,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Reservation> {
  const price = priceOf(ctx, run, candidate, wanted)
  const { employee_id } = run
  if (!price) return { id: null, employee_id, counts_credits: candidate.key_type === 'platform', ...UNCAPPED }

  const line = lineOf(ctx, run)
  const refusal: { by: 'limit' | 'credits' } = { by: 'limit' }
  const attempt = async (accepted: number): Promise<Extract<Held, { id: string }> | 'wait' | null> => {
    const held = await holdSpend(ctx, price, accepted)
    if ('id' in held) return held
    refusal.by = held.refusedBy
    if (held.mayReturn) return 'wait'
    return accepted > price.least ? attempt(price.least) : null
  }
  let held = isAnyoneWaiting(line) ? 'wait' : await attempt(price.expected)
  if (held === 'wait') {
    held = await awaitRelease(line, signal, () => attempt(price.expected))
    held ??= await attempt(price.least)
  }
  if (held !== null && held !== 'wait') return reservationOf(held, price)
  if (refusal.by === 'credits') throw new RunFailure('NO_CREDITS', 'The organization has no credits left')
  // This call may be dear, or others hold what it needs: neither closes the teammate to what is cheaper.
  if (employee_id !== null) await noticeLimit(ctx, employee_id, wanted.cheapestUsd())
  throw new RunFailure(
    'DAILY_LIMIT_REACHED',
    'What is left of the teammate’s spending limit for today does not pay for this',
  )
}

/** Calls of one teammate wait for each other’s money. */
const lineOf = ({ organization }: OrgContext, { employee_id }: Pick<Run, 'employee_id'>): string =>
  employee_id ?? organization.id

/** The full budget for an answer that was cut by a smaller share; null where there is not much more than it had. */
export async function reserveFullBudget(
  ctx: OrgContext,
  run: Run,
  candidate: Candidate,
  wanted: Wanted,
  cutAtTokens: number,
): Promise<Reservation | null> {
  const price = priceOf(ctx, run, candidate, wanted)
  if (!price) return null
  const accepted = price.inputUsd + 2 * cutAtTokens * price.outputUsd
  if (accepted > price.wanted) return null
  const held = await holdSpend(ctx, { ...price, expected: price.wanted }, accepted)
  return 'id' in held ? reservationOf(held, price) : null
}

type Price = HoldRequest & { inputUsd: number; outputUsd: number; budgetTokens: number }

/** What a call may cost; null where nothing is limited or it costs nothing. */
function priceOf(ctx: OrgContext, run: Run, { model, key_type }: Candidate, wanted: Wanted): Price | null {
  const { inputTokens, output } = wanted
  const { employee_id } = run
  const counts_credits = key_type === 'platform'
  const limit = employee_id === null ? null : ctx.organization.ai_employee_daily_cost_limit_usd
  const outputUsd = outputTokenCost(model)
  const inputUsd = inputCostOf(model, inputTokens)
  const isFixed = typeof output === 'number'
  const budgetTokens = isFixed ? output : BUDGETED_OUTPUT[model.is_reasoning ? output : 'off']
  const usd = inputUsd + budgetTokens * outputUsd
  if (usd === 0 || (limit === null && !counts_credits)) return null
  const expectedTokens = isFixed ? budgetTokens : expectedOutput({ employee_id, model_id: model.id }, budgetTokens)
  const least = isFixed ? usd : leastCostOf(model, inputTokens)
  const expected = Math.max(least, inputUsd + expectedTokens * outputUsd)
  return {
    run_id: run.id,
    employee_id,
    counts_credits,
    wanted: usd,
    expected,
    least,
    inputUsd,
    outputUsd,
    budgetTokens,
  }
}

function reservationOf({ id, usd }: { id: string; usd: number }, price: Price): Reservation {
  const { employee_id, counts_credits, inputUsd, outputUsd, budgetTokens } = price
  if (outputUsd === 0) return { id, employee_id, counts_credits, ...UNCAPPED }
  const max_output_tokens = Math.max(MIN_OUTPUT_TOKENS, Math.floor((usd - inputUsd) / outputUsd))
  return { id, employee_id, counts_credits, max_output_tokens, is_below_budget: max_output_tokens < budgetTokens }
}

/**
 * Deletes a reservation and books what was spent, on the teammate's day too where a teammate made the call. One statement,
 * so that neither happens without the other.
 */
const settle = defineStatement(
  'settle_spend',
  { id: 'uuid', spent: 'numeric' },
  (p) => sql<{ spent_usd: number | null; credits: number }>`
  with released as (
    delete from ${spendReservations} where id = ${p.id} returning organization_id, employee_id, day, usd, credits
  ), booked as (
    update ${teammateSpend} set
      reserved_usd = greatest(0, reserved_usd - released.usd), spent_usd = spent_usd + ${p.spent}
    from released
    where teammate_spend.organization_id = released.organization_id
      and teammate_spend.employee_id = released.employee_id and teammate_spend.day = released.day
    returning spent_usd
  )
  select released.credits, (select spent_usd from booked) as spent_usd from released`,
)

/**
 * Books a call and wakes calls that wait for its reservation. Returns what the teammate has spent today; null where that
 * did not change or there is no limit.
 */
export async function settleSpend(ctx: OrgContext, reservation: Reservation, spent: number): Promise<number | null> {
  try {
    return await bookSettled(ctx, reservation, spent)
  } finally {
    notifyReleased(lineOf(ctx, reservation))
  }
}

async function bookSettled(ctx: OrgContext, reservation: Reservation, spent: number): Promise<number | null> {
  const { id, counts_credits } = reservation
  if (!id) return spent > 0 ? book(ctx, reservation.employee_id, spent) : null
  if (!counts_credits) {
    const [row] = await settle(ctx.db, { id, spent })
    return row?.spent_usd ?? null
  }
  return ctx.transaction(async (ctx) => {
    // In the order in which money is held, so that the two never wait for each other.
    await lockCredits(ctx, ctx.organization.id)
    const [row] = await settle(ctx.db, { id, spent })
    if (!row) return null
    await addCredits(ctx, ctx.organization.id, row.credits - spent * CREDITS_PER_USD)
    return row.spent_usd
  })
}

async function book(ctx: OrgContext, employee_id: string | null, spent_usd: number): Promise<number | null> {
  if (employee_id === null) return null
  const [row] = await ctx.db
    .insert(teammateSpend)
    .values({ organization_id: ctx.organization.id, employee_id, day: dayOf(ctx.now()), spent_usd })
    .onConflictDoUpdate({
      target: [teammateSpend.organization_id, teammateSpend.employee_id, teammateSpend.day],
      set: { spent_usd: sql`${teammateSpend.spent_usd} + ${spent_usd}` },
    })
    .returning()
  return row?.spent_usd ?? null
}
