import { AppError } from '#platform/error.ts'
import { type Candidate, resolveModels } from '../models/resolve-models.ts'
import type { OrgContext } from '../organizations/context.ts'
import { isOverDailyLimit } from '../runs/daily-limit.ts'
import type { TeammateRow } from '../teammates/table.ts'

/** The models that will answer for a teammate; 422 where it could not answer now, before anything is written. */
export async function checkReadiness(ctx: OrgContext, teammate: TeammateRow): Promise<Candidate[]> {
  const candidates = await resolveModels(ctx, teammate.model)
  if (candidates.length === 0) {
    throw new AppError('unprocessable', `${teammate.name} has no model that is connected`, {
      code: 'TEAMMATE_NOT_READY',
    })
  }
  if (await isOverDailyLimit(ctx, teammate.id)) {
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

/** Without credits nothing runs on the platform's keys, whatever it would cost. */
const isOwn = ({ key_type }: Candidate): boolean => key_type === 'organization'
