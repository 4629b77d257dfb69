import { wchatBotEndpoints } from '#contracts/wchat-bots.ts'
import { AppError } from '#platform/error.ts'
import { route } from '#platform/route.ts'
import { changeAccess, removeBot } from '../bots/change-bot.ts'
import { listChats } from '../bots/list-chats.ts'
import { setChatStatus } from '../bots/set-chat-status.ts'
import { showBot } from '../bots/show-bot.ts'
import { presentChat } from '../present.ts'
import { connectBot } from './connect-bot.ts'
import { manifestOf } from './manifest.ts'
import { presentBot } from './present-bot.ts'
import { receiveEvent } from './receive-event.ts'

export const wchatRoutes = [
  route(wchatBotEndpoints.showWchatBot, {
    caller: 'teammate_viewer',
    serve: async (ctx) => presentBot(ctx, ctx.teammate.id, await showBot(ctx, 'wchat')),
  }),
  route(wchatBotEndpoints.connectWchatBot, {
    caller: 'teammate_editor',
    serve: async (ctx, { body }) => presentBot(ctx, ctx.teammate.id, await connectBot(ctx, body)),
  }),
  route(wchatBotEndpoints.updateWchatBot, {
    caller: 'teammate_editor',
    async serve(ctx, { body }) {
      if (body.enables_private_chats && ctx.teammate.owned_by_user_id !== null) {
        throw new AppError('conflict', 'A personal assistant answers only in chats that its owner has enabled', {
          code: 'PERSONAL_ASSISTANT',
        })
      }
      return presentBot(ctx, ctx.teammate.id, await changeAccess(ctx, 'wchat', body))
    },
  }),
  route(wchatBotEndpoints.disconnectWchatBot, {
    caller: 'teammate_editor',
    async serve(ctx) {
      // The token stays the workspace's: revoking it would remove the app there.
      await removeBot(ctx, 'wchat')
      return presentBot(ctx, ctx.teammate.id, null)
    },
  }),
  route(wchatBotEndpoints.showWchatManifest, {
    caller: 'teammate_viewer',
    serve: async (ctx) => manifestOf(ctx.ports.config, ctx.teammate),
  }),
  route(wchatBotEndpoints.listWchatChats, {
    caller: 'teammate_viewer',
    async serve(ctx, { query }) {
      const page = await listChats(ctx, 'wchat', query)
      return { ...page, data: page.data.map(presentChat) }
    },
  }),
  route(wchatBotEndpoints.setWchatChatStatus, {
    caller: 'teammate_editor',
    serve: async (ctx, { params, body }) => presentChat(await setChatStatus(ctx, 'wchat', params.chat_id, body.status)),
  }),
  route(wchatBotEndpoints.receiveWchatEvent, {
    caller: 'wchat_platform',
    serve: (ctx, { body }) => receiveEvent(ctx, body),
  }),
]
