import { chatPlatforms } from '#contracts/parties.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { sealState } from './oauth-state.ts'
import { BOT_SCOPES, type WchatApp, wchatApp } from './wchat-app.ts'

/** Where the browser goes, so that a person may let this server into a workspace of theirs. */
export function startOAuth(ctx: MemberContext): string {
  const { config } = ctx.ports
  const app = registeredApp(config)
  const url = new URL(config.WCHAT_AUTHORIZE_URL)
  url.searchParams.set('client_id', app.client_id)
  url.searchParams.set('scope', BOT_SCOPES.join(','))
  url.searchParams.set('redirect_uri', app.redirect_url)
  url.searchParams.set('state', sealState(ctx))
  return url.href
}

export function registeredApp(config: Config): WchatApp {
  const app = wchatApp(config)
  if (app) return app
  const { label } = chatPlatforms.wchat
  throw new AppError('conflict', `This server has no ${label} app yet. Its operator has to register one.`, {
    code: 'CHANNEL_NOT_AVAILABLE',
  })
}
