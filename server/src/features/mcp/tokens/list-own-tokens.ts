import { and, desc, eq } from 'drizzle-orm'
import { paginate } from '#platform/db/paginate.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { visibleTeammates } from '../../teammates/access.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { hostedTokens } from '../table.ts'

/** A person's own, the newest first. For a teammate that they do not see any more a token is worth nothing, and is not shown. */
export const listOwnTokens = (ctx: MemberContext, page: { page: number; limit: number }) =>
  paginate(
    ctx.db,
    ctx.db
      .select({ row: hostedTokens, teammate: { id: aiEmployees.id, name: aiEmployees.name } })
      .from(hostedTokens)
      .innerJoin(aiEmployees, eq(aiEmployees.id, hostedTokens.employee_id))
      .where(
        and(
          eq(hostedTokens.organization_id, ctx.organization.id),
          eq(hostedTokens.user_id, ctx.user.id),
          visibleTeammates(ctx),
        ),
      )
      .orderBy(desc(hostedTokens.id))
      .$dynamic(),
    page,
  )
