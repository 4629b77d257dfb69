import { createHmac } from 'node:crypto'
import { WchatLink } from '#contracts/channel-bots.ts'
import { safeEqual } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { newId } from '#platform/id.ts'
import type { MemberContext, OrgContext } from '../../../organizations/context.ts'
import { redeemState } from '../oauth-state.ts'

const LINK_MS = 60 * 60_000

type LinkedAccount = Pick<WchatLink, 'account_id' | 'name' | 'team_name'>

/** Where the owner of a Slack account links it: good once, for an hour, and stored nowhere. */
export function linkFor(ctx: OrgContext, account: LinkedAccount): string {
  const expires_at = ctx.now().getTime() + LINK_MS
  const link: WchatLink = { organization_id: ctx.organization.id, ...account, nonce: newId(), expires_at }
  const payload = Buffer.from(JSON.stringify(link)).toString('base64url')
  const url = new URL('/settings/slack/link', ctx.ports.config.BASE_URL)
  url.searchParams.set('token', `${payload}.${proofOf(ctx, payload)}`)
  return url.href
}

/** What a link is for. Refuses alike what this server did not make, what is of another organization, old, or used. */
export async function redeemLink(ctx: MemberContext, token: string): Promise<LinkedAccount> {
  const [payload = '', proof = '', ...more] = token.split('.')
  if (more.length > 0 || !safeEqual(proof, proofOf(ctx, payload))) throw invalid()
  const link = WchatLink.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  const isLive = link.expires_at > ctx.now().getTime() && link.organization_id === ctx.organization.id
  if (!isLive || !(await redeemState(ctx, link))) throw invalid()
  return link
}

const proofOf = (ctx: Context, payload: string): string =>
  createHmac('sha256', ctx.ports.session_secret).update(`wchat-link:${payload}`).digest('base64url')

const invalid = () =>
  new AppError('bad_request', 'This link was used, or is too old. Write to the app in Slack to get another one.', {
    code: 'LINK_INVALID',
  })
