import { eq } from 'drizzle-orm'
import { omit } from '#contracts/omit.ts'
import { differing } from '#platform/audit-action.ts'
import { settingsUpdated } from './audit-actions.ts'
import type { OrgContext } from './context.ts'
import { dailyLimitChanged, organizationUpdated } from './events.ts'
import { presentOrganization } from './present.ts'
import { type OrganizationRow, organizations } from './table.ts'

type Changes = Partial<Omit<typeof organizations.$inferInsert, 'id' | 'created_at'>>

/** Every change of an organization goes through here, so that none is missed by those who watch it. */
export function changeOrganization(ctx: OrgContext, changes: Changes): Promise<OrganizationRow> {
  if (Object.keys(changes).length === 0) return Promise.resolve(ctx.organization)
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .update(organizations)
      .set(changes)
      .where(eq(organizations.id, ctx.organization.id))
      .returning()
    if (!row) throw new Error('The organization is gone')
    const change = differing(settingsOf(ctx.organization), settingsOf(row))
    if (change) await ctx.record(settingsUpdated, change)
    await ctx.emit(organizationUpdated, presentOrganization(row))
    const { id: organization_id, ai_employee_daily_cost_limit_usd: limit } = row
    if (limit !== ctx.organization.ai_employee_daily_cost_limit_usd)
      await ctx.emit(dailyLimitChanged, { organization_id })
    return row
  })
}

/** Credits are spent, and keys have acts of their own. */
const settingsOf = (row: OrganizationRow) => omit(presentOrganization(row), 'available_tokens', 'public_api_key')
