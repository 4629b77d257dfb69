import { and, asc, eq, isNull } from 'drizzle-orm'
import type { IdentityProvider } from '#contracts/parties.ts'
import type { Context } from '#platform/context.ts'
import { paginate } from '#platform/db/paginate.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { memberships } from '../../organizations/table.ts'
import { visibleTeammates } from '../../teammates/access.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { users } from '../../users/table.ts'
import { integrationsOf } from '../access.ts'
import { type IntegrationRow, oauthIntegrations } from '../table.ts'

type Connector = { id: string; name: string | null; email: string }
export type ShownAccount = {
  service: IdentityProvider
  row: IntegrationRow | null
  connector: Connector | null
  /** Null where the person who connected it has left the organization. */
  membership: string | null
}

const selectAccounts = ({ db }: Context) =>
  db
    .select({
      row: oauthIntegrations,
      teammate: { id: aiEmployees.id, name: aiEmployees.name },
      connector: { id: users.id, name: users.name, email: users.email },
      membership: memberships.user_id,
    })
    .from(oauthIntegrations)
    .innerJoin(aiEmployees, eq(aiEmployees.id, oauthIntegrations.employee_id))
    .leftJoin(users, eq(users.id, oauthIntegrations.connected_by))
    .leftJoin(
      memberships,
      and(
        eq(memberships.organization_id, oauthIntegrations.organization_id),
        eq(memberships.user_id, oauthIntegrations.connected_by),
        isNull(memberships.removed_at),
      ),
    )
    .$dynamic()

/** One for each provider, whether or not anything is connected. */
export async function listAccounts(ctx: TeammateContext): Promise<ShownAccount[]> {
  const rows = await selectAccounts(ctx).where(integrationsOf(ctx, ctx.teammate))
  return (['idpa', 'idpb'] as const).map((service) => {
    const found = rows.find(({ row }) => row.service === service)
    return found ? { service, ...found } : { service, row: null, connector: null, membership: null }
  })
}

/** Those of all teammates that the caller sees, by the teammate's name. */
export const listConnectedAccounts = (ctx: MemberContext, page: { page: number; limit: number }) =>
  paginate(
    ctx.db,
    selectAccounts(ctx)
      .where(and(eq(oauthIntegrations.organization_id, ctx.organization.id), visibleTeammates(ctx)))
      .orderBy(asc(aiEmployees.name), asc(aiEmployees.id), asc(oauthIntegrations.service)),
    page,
  )
