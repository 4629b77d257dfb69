import { createHmac } from 'node:crypto'
import { safeEqual } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'

type Named = { organization_id: string; attachment_id: string; expired_at: string }

const DAY_SECONDS = 86_400

/** Anyone who has the address may read the file until it expires; it is the same all day, so that browsers keep what they have. */
export function attachmentUrl(ctx: Context, { organization_id, id }: { organization_id: string; id: string }): string {
  const days = Math.ceil(ctx.now().getTime() / 1000 / DAY_SECONDS) + 1
  const expired_at = String(days * DAY_SECONDS)
  const sign = signatureOf(ctx, { organization_id, attachment_id: id, expired_at })
  return `/shared/attachments/${organization_id}/webchat/${expired_at}/${sign}/${id}`
}

export function isSigned(ctx: Context, { sign, ...named }: Named & { sign: string }): boolean {
  return safeEqual(sign, signatureOf(ctx, named)) && Number(named.expired_at) * 1000 > ctx.now().getTime()
}

const signatureOf = (ctx: Context, { organization_id, attachment_id, expired_at }: Named): string =>
  createHmac('sha256', ctx.ports.cipher.deriveKey('webchat attachment'))
    .update(`${organization_id}/${expired_at}/${attachment_id}`)
    .digest('base64url')
