import { and, count, eq, gt, isNotNull } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { organizationInvites } from './table.ts'

const DAY_MS = 86_400_000
const MAX_PER_DAY = 500

/** Anyone who invites has this server write to people who do not know it, so there is a limit. */
export async function requireAllowance(ctx: OrgContext, more: number): Promise<void> {
  const [found] = await ctx.db
    .select({ sent: count() })
    .from(organizationInvites)
    .where(
      and(
        eq(organizationInvites.organization_id, ctx.organization.id),
        isNotNull(organizationInvites.email),
        gt(organizationInvites.invited_at, new Date(ctx.now().getTime() - DAY_MS)),
      ),
    )
  if ((found?.sent ?? 0) + more <= MAX_PER_DAY) return
  throw new AppError('too_many_requests', `An organization invites ${MAX_PER_DAY} addresses a day at most`, {
    code: 'TOO_MANY_INVITES',
  })
}
