import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { TeammateContext } from '../../teammates/context.ts'
import { type HostedTokenRow, hostedTokens } from '../table.ts'

/** A person's own for the teammate: nobody sees or revokes another's. */
export const ownTokens = ({ organization, teammate, user }: TeammateContext): SQL | undefined =>
  and(
    eq(hostedTokens.organization_id, organization.id),
    eq(hostedTokens.employee_id, teammate.id),
    eq(hostedTokens.user_id, user.id),
  )

/** The newest first; a person has few. */
export const listTokens = (ctx: TeammateContext): Promise<HostedTokenRow[]> =>
  ctx.db.select().from(hostedTokens).where(ownTokens(ctx)).orderBy(desc(hostedTokens.id))
