import type { ApiKeys } from '#contracts/organizations.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { privateKeyRevealed, privateKeyRotated, publicKeyRotated } from './audit-actions.ts'
import { changeOrganization } from './change-organization.ts'
import type { MemberContext, OrgContext } from './context.ts'
import { newPrivateKey, newPublicKey } from './create-organization.ts'
import { publicKeyReplaced } from './events.ts'

const SHOWN = 4

export const maskKey = (key: string): string => `${'•'.repeat(8)}${key.slice(-SHOWN)}`

export function showKeys({ organization, ports }: OrgContext): ApiKeys {
  const private_api_key = ports.cipher.decrypt(organization.private_api_key_sealed)
  return { public_api_key: organization.public_api_key, private_api_key: maskKey(private_api_key) }
}

/** Hands out the whole private key; who did it is kept. */
export async function revealPrivateKey(ctx: MemberContext): Promise<string> {
  await ctx.record(privateKeyRevealed)
  return ctx.ports.cipher.decrypt(ctx.organization.private_api_key_sealed)
}

export function rotatePrivateKey(ctx: MemberContext): Promise<string> {
  return ctx.transaction(async (ctx) => {
    const row = await changeOrganization(ctx, newPrivateKey(ctx))
    await ctx.record(privateKeyRotated)
    return ctx.ports.cipher.decrypt(row.private_api_key_sealed)
  })
}

export function rotatePublicKey(ctx: MemberContext): Promise<ApiKeys> {
  return ctx.transaction(async (ctx) => {
    const organization = await changeOrganization(ctx, { public_api_key: newPublicKey() })
    await ctx.record(publicKeyRotated)
    await ctx.emit(publicKeyReplaced, { organization_id: organization.id })
    return showKeys(extendContext(ctx, { organization }))
  })
}
