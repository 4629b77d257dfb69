import { channelBotEndpoints } from '#contracts/channel-bots.ts'
import { route } from '#platform/route.ts'
import { findConnection } from './access.ts'
import { listBots } from './bots/list-bots.ts'
import { msgrRoutes } from './msgr/routes.ts'
import { presentConnection } from './present.ts'
import { tchatRoutes } from './tchat/routes.ts'
import { disconnect } from './wchat/disconnect.ts'
import { finishOAuth } from './wchat/finish-oauth.ts'
import { wchatRoutes } from './wchat/routes.ts'
import { startOAuth } from './wchat/start-oauth.ts'

export const routes = [
  route(channelBotEndpoints.listChannelBots, {
    caller: 'member',
    serve: async (ctx) => ({ data: await listBots(ctx) }),
  }),
  route(channelBotEndpoints.showWchatConnection, {
    caller: 'member',
    serve: async (ctx) => presentConnection(ctx, await findConnection(ctx)),
  }),
  route(channelBotEndpoints.disconnectWchat, {
    caller: 'admin',
    serve: async (ctx) => presentConnection(ctx, await disconnect(ctx)),
  }),
  route(channelBotEndpoints.startWchatOAuth, {
    caller: 'admin',
    serve: async (ctx) => ({ url: startOAuth(ctx) }),
  }),
  route(channelBotEndpoints.finishWchatOAuth, {
    caller: 'user',
    serve: async (ctx, { body }) => {
      const row = await finishOAuth(ctx, body)
      const connection = { ...presentConnection(ctx, row), organization_id: row.organization_id }
      return { connection, redirect_url: '/settings/organization?connected=slack' }
    },
  }),
  ...msgrRoutes,
  ...wchatRoutes,
  ...tchatRoutes,
]
