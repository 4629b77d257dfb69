import { and, eq } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import { type Candidate, resolveModels } from '../models/resolve-models.ts'
import type { OrgContext } from '../organizations/context.ts'
import { dayOf } from '../runs/reserve-spend.ts'
import { teammateSpend } from '../runs/table.ts'
import type { TeammateRow } from '../teammates/table.ts'

/** The models that will answer for a teammate; 422 where it could not answer now, before anything is written. */
export async function checkReadiness(ctx: OrgContext, teammate: TeammateRow): Promise<Candidate[]> {
  const candidates = await resolveModels(ctx, teammate.model)
  if (candidates.length === 0) {
    throw new AppError('unprocessable', `${teammate.name} has no model that is connected`, {
      code: 'TEAMMATE_NOT_READY',
    })
  }
  if (await isOverDailyLimit(ctx, teammate)) {
    throw new AppError('unprocessable', `${teammate.name} has reached its spending limit for today`, {
      code: 'DAILY_LIMIT_REACHED',
    })
  }
  const payable = ctx.organization.available_tokens > 0 ? candidates : candidates.filter(isOwn)
  if (payable.length === 0) {
    throw new AppError('unprocessable', 'The organization has no credits left', { code: 'NO_CREDITS' })
  }
  return payable
}

export async function isOverDailyLimit(ctx: OrgContext, teammate: TeammateRow): Promise<boolean> {
  const limit = ctx.organization.ai_employee_daily_cost_limit_usd
  if (limit === null) return false
  const [today] = await ctx.db
    .select({ spent: teammateSpend.spent_usd })
    .from(teammateSpend)
    .where(
      and(
        eq(teammateSpend.organization_id, ctx.organization.id),
        eq(teammateSpend.employee_id, teammate.id),
        eq(teammateSpend.day, dayOf(ctx.now())),
      ),
    )
  return (today?.spent ?? 0) >= limit
}

/** Without credits nothing runs on the platform's keys, whatever it would cost. */
const isOwn = ({ key_type }: Candidate): boolean => key_type === 'organization'
