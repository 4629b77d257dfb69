import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import type { Vendor } from '#contracts/parties.ts'
import type { AuditActionType } from '#platform/audit-action.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { lockCredential } from '../access.ts'
import { organizationAiProviderUpdated } from '../events.ts'
import { presentProvider } from '../present.ts'
import { type VendorCredentialRow, vendorCredentials } from '../table.ts'

/** `user_id` where the context has no user; null where no person changed it, and the audit log gets no entry. */
type AuditedAction = { type: AuditActionType; user_id?: string } | null
type Changes = Partial<Omit<VendorCredentialRow, 'organization_id' | 'provider' | 'updated_at'>>

export const nothingCleared = { cleared_api_key_sealed: null, cleared_base_url: null, cleared_at: null }

/** Every change of a credential goes through here, one at a time, so that each is audited and announced. */
export function changeProvider(
  ctx: OrgContext,
  provider: Vendor,
  action: AuditedAction,
  change: (row: VendorCredentialRow) => Changes,
): Promise<VendorCredentialRow> {
  const organization_id = ctx.organization.id
  return ctx.transaction(async (ctx) => {
    const before = await lockCredential(ctx, provider)
    const changes = change(before)
    const [row] = await ctx.db
      .update(vendorCredentials)
      .set({ ...changes, updated_at: ctx.now() })
      .where(and(eq(vendorCredentials.organization_id, organization_id), eq(vendorCredentials.provider, provider)))
      .returning()
    if (!row) throw new Error('The credential is gone')
    if (action) await recordChange(ctx, action, before, row)
    await ctx.emit(organizationAiProviderUpdated, { ...presentProvider(ctx, provider, row), organization_id })
    return row
  })
}

async function recordChange(
  ctx: OrgContext,
  { type, user_id }: NonNullable<AuditedAction>,
  before: VendorCredentialRow,
  after: VendorCredentialRow,
): Promise<void> {
  const changes = after.provider === 'vendor_6' ? planChanges(before, after) : keyChanges(before, after)
  if (!changes) return
  const subject = { type: 'ai_provider', id: after.provider }
  await ctx.record(type, { subject, ...changes, ...(user_id && { user_id }) })
}

/** Never the key, only whether there is one and whether it is another. */
function keyChanges(before: VendorCredentialRow, { api_key_sealed, base_url }: VendorCredentialRow) {
  const is_other_key = before.api_key_sealed !== null && api_key_sealed !== before.api_key_sealed
  const now = { has_key: api_key_sealed !== null, base_url, ...(api_key_sealed && is_other_key && { is_other_key }) }
  const earlier = { has_key: before.api_key_sealed !== null, base_url: before.base_url }
  return isDeepStrictEqual(earlier, now) ? null : { before: earlier, after: now }
}

/** Signing in again is recorded too, also to the same plan. */
function planChanges(before: VendorCredentialRow, after: VendorCredentialRow) {
  const stateOf = ({ tokens_sealed, account }: VendorCredentialRow) => ({
    is_connected: tokens_sealed !== null,
    account,
  })
  return { before: stateOf(before), after: stateOf(after) }
}
