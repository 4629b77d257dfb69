import { and, eq, gte, sum } from 'drizzle-orm'
import type { UsageWarning } from '#contracts/usage.ts'
import { NEAR_LIMIT } from '#contracts/usage-names.ts'
import type { OrgContext } from '../organizations/context.ts'
import { listSpending } from '../runs/spend/list-spending.ts'
import { CREDITS_PER_USD } from '../runs/spend/model-costs.ts'
import { usageCounters } from './table.ts'

const DAY_MS = 86_400_000
/** Credits are a balance without a size of its own: what is left is compared with what was spent of them in these days. */
const CREDIT_DAYS = 30

/** What is nearly used up: the daily limit of teammates, the one that spent most first, and the organization's credits. */
export async function listWarnings(ctx: OrgContext): Promise<UsageWarning[]> {
  const [limits, spent_credits] = await Promise.all([listNearLimit(ctx), spentCredits(ctx)])
  const left_credits = Math.max(0, ctx.organization.available_tokens)
  const isNearlySpent = spent_credits > 0 && spent_credits >= (spent_credits + left_credits) * NEAR_LIMIT
  return isNearlySpent ? [{ kind: 'credits', spent_credits, left_credits }, ...limits] : limits
}

async function listNearLimit(ctx: OrgContext): Promise<UsageWarning[]> {
  const { pages, rest } = listSpending(ctx)
  const { limit_usd } = rest
  const found: UsageWarning[] = []
  if (limit_usd === null) return found
  const near_usd = Number((limit_usd * NEAR_LIMIT).toFixed(8))
  for await (const page of pages) {
    const near = page.filter(({ spent_usd }) => spent_usd >= near_usd)
    for (const { employee_id, name, spent_usd } of near)
      found.push({ kind: 'daily_limit', employee_id, name, spent_usd, limit_usd })
    const { spent_usd = 0, reserved_usd = 0 } = page.at(-1) ?? {}
    // Half, because the database adds up exactly, and this does not.
    if (spent_usd + reserved_usd < near_usd / 2) break
  }
  return found
}

async function spentCredits(ctx: OrgContext): Promise<number> {
  const since = new Date(ctx.now().getTime() - CREDIT_DAYS * DAY_MS).toISOString().slice(0, 10)
  const [row] = await ctx.db
    .select({ usd: sum(usageCounters.platform_usd_cost).mapWith(Number) })
    .from(usageCounters)
    .where(and(eq(usageCounters.organization_id, ctx.organization.id), gte(usageCounters.day, since)))
  // Without what binary fractions add: credits are kept to the sixth decimal.
  return Number(((row?.usd ?? 0) * CREDITS_PER_USD).toFixed(6))
}
