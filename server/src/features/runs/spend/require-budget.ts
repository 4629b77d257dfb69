import type { Candidate } from '../../models/resolve-models.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { RunFailure } from '../run-outcome.ts'
import { leftToday } from './left-today.ts'

/** Throws if the daily limit is reached, or no credits are left for the platform's key, even if the model has no price. */
export async function requireBudget(
  ctx: OrgContext,
  { id, name }: Pick<TeammateRow, 'id' | 'name'>,
  { key_type }: Candidate,
): Promise<void> {
  if ((await leftToday(ctx, id)) === 0) {
    throw new RunFailure('DAILY_LIMIT_REACHED', `${name} has reached its spending limit for today`)
  }
  if (key_type === 'platform' && ctx.organization.available_tokens <= 0) {
    throw new RunFailure('NO_CREDITS', 'The organization has no credits left')
  }
}
