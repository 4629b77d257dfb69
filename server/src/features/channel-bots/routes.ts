import { channelBotEndpoints } from '#contracts/channel-bots.ts'
import { route } from '#platform/route.ts'
import { listBots } from './bots/list-bots.ts'
import { msgrRoutes } from './msgr/routes.ts'
import { presentConnection } from './present.ts'
import { tchatRoutes } from './tchat/routes.ts'
import { disconnect } from './wchat/disconnect.ts'
import { finishOAuth } from './wchat/finish-oauth.ts'
import { linkAccount, showAccount, unlinkAccount } from './wchat/organization/accounts.ts'
import { receiveAppEvent } from './wchat/organization/receive-app-event.ts'
import { wchatRoutes } from './wchat/routes.ts'
import { showConnection } from './wchat/show-connection.ts'
import { startOAuth } from './wchat/start-oauth.ts'

export const routes = [
  route(channelBotEndpoints.listChannelBots, {
    caller: 'member',
    serve: async (ctx) => ({ data: await listBots(ctx) }),
  }),
  route(channelBotEndpoints.showWchatConnection, {
    caller: 'member',
    serve: async (ctx) => presentConnection(ctx, await showConnection(ctx)),
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
  route(channelBotEndpoints.showWchatAccount, { caller: 'member', serve: (ctx) => showAccount(ctx) }),
  route(channelBotEndpoints.linkWchatAccount, {
    caller: 'member',
    serve: (ctx, { body }) => linkAccount(ctx, body.token),
  }),
  route(channelBotEndpoints.unlinkWchatAccount, { caller: 'member', serve: (ctx) => unlinkAccount(ctx) }),
  route(channelBotEndpoints.receiveWchatAppEvent, {
    caller: 'wchat_app',
    serve: (ctx, { body }) => receiveAppEvent(ctx, body),
  }),
  ...msgrRoutes,
  ...wchatRoutes,
  ...tchatRoutes,
]
