import { msgrBotEndpoints } from '#contracts/msgr-bots.ts'
import { route } from '#platform/route.ts'
import { changeAccess } from '../bots/change-bot.ts'
import { listChats } from '../bots/list-chats.ts'
import { setChatStatus } from '../bots/set-chat-status.ts'
import { showBot } from '../bots/show-bot.ts'
import { presentChat } from '../present.ts'
import { disconnectBot, reconnectWebhook } from './change-bot.ts'
import { connectBot } from './connect-bot.ts'
import { presentBot } from './present-bot.ts'
import { receiveUpdate } from './receive-update.ts'

export const msgrRoutes = [
  route(msgrBotEndpoints.showMsgrBot, {
    caller: 'teammate_viewer',
    serve: async (ctx) => presentBot(ctx, ctx.teammate.id, await showBot(ctx, 'msgr')),
  }),
  route(msgrBotEndpoints.connectMsgrBot, {
    caller: 'teammate_editor',
    serve: async (ctx, { body }) => presentBot(ctx, ctx.teammate.id, await connectBot(ctx, body)),
  }),
  route(msgrBotEndpoints.updateMsgrBot, {
    caller: 'teammate_editor',
    serve: async (ctx, { body }) => presentBot(ctx, ctx.teammate.id, await changeAccess(ctx, 'msgr', body)),
  }),
  route(msgrBotEndpoints.disconnectMsgrBot, {
    caller: 'teammate_editor',
    async serve(ctx) {
      await disconnectBot(ctx)
      return presentBot(ctx, ctx.teammate.id, null)
    },
  }),
  route(msgrBotEndpoints.reconnectMsgrWebhook, {
    caller: 'teammate_editor',
    serve: async (ctx) => presentBot(ctx, ctx.teammate.id, await reconnectWebhook(ctx)),
  }),
  route(msgrBotEndpoints.listMsgrChats, {
    caller: 'teammate_viewer',
    async serve(ctx, { query }) {
      const page = await listChats(ctx, 'msgr', query)
      return { ...page, data: page.data.map(presentChat) }
    },
  }),
  route(msgrBotEndpoints.setMsgrChatStatus, {
    caller: 'teammate_editor',
    serve: async (ctx, { params, body }) => presentChat(await setChatStatus(ctx, 'msgr', params.chat_id, body.status)),
  }),
  route(msgrBotEndpoints.receiveMsgrUpdate, {
    caller: 'msgr_platform',
    serve: (ctx, { body }) => receiveUpdate(ctx, body),
  }),
]
