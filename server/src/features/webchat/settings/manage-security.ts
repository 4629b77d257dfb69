import type { UpdateWebchatSecurity, WebchatSecurity } from '#contracts/webchat-settings.ts'
import { differing } from '#platform/audit-action.ts'
import type { MemberContext, OrgContext } from '../../organizations/context.ts'
import { callRightsChanged } from '../../replies/events.ts'
import { identitySecretRotated, webchatSecurityUpdated } from '../audit-actions.ts'
import { visitorsOutdated } from '../events.ts'
import type { WebchatSettingsRow } from '../table.ts'
import { secretOf } from '../visitors/identity.ts'
import { changeRules, lockRules, newSecret, readRules } from './read-rules.ts'

const present = (ctx: OrgContext, row: WebchatSettingsRow): WebchatSecurity => ({
  ...rulesOf(row),
  identity_secret: secretOf(ctx, row),
})

const rulesOf = ({ allowed_origins, identity_required }: WebchatSettingsRow) => ({ allowed_origins, identity_required })

export async function showWebchatSecurity(ctx: MemberContext): Promise<WebchatSecurity> {
  return present(ctx, (await readRules(ctx)) ?? (await ctx.transaction(lockRules)))
}

export function updateWebchatSecurity(
  ctx: MemberContext,
  { allowed_origins, identity_required }: UpdateWebchatSecurity,
): Promise<WebchatSecurity> {
  return ctx.transaction(async (ctx) => {
    const before = await lockRules(ctx)
    const after = await changeRules(ctx, { allowed_origins: [...new Set(allowed_origins)], identity_required })
    const change = differing(rulesOf(before), rulesOf(after))
    if (change) await ctx.record(webchatSecurityUpdated, change)
    await recheckAllVisitors(ctx)
    return present(ctx, after)
  })
}

/** Signatures with the earlier secret stop working, and so do tokens that were issued for them. */
export function rotateIdentitySecret(ctx: MemberContext): Promise<WebchatSecurity> {
  return ctx.transaction(async (ctx) => {
    await lockRules(ctx)
    const row = await changeRules(ctx, newSecret(ctx))
    await ctx.record(identitySecretRotated)
    await recheckAllVisitors(ctx)
    return present(ctx, row)
  })
}

async function recheckAllVisitors(ctx: OrgContext): Promise<void> {
  await ctx.emit(visitorsOutdated, { organization_ids: [ctx.organization.id] })
  await ctx.emit(callRightsChanged, {})
}
