import { Readable } from 'node:stream'
import { tchatBotEndpoints } from '#contracts/tchat-bots.ts'
import { AppError } from '#platform/error.ts'
import { Reply, route } from '#platform/route.ts'
import { changeAccess, removeBot } from '../bots/change-bot.ts'
import { listChats } from '../bots/list-chats.ts'
import { setChatStatus } from '../bots/set-chat-status.ts'
import { showBot } from '../bots/show-bot.ts'
import { presentChat } from '../present.ts'
import { buildPackage } from './build-package.ts'
import { connectBot } from './connect-bot.ts'
import { presentBot } from './present-bot.ts'
import { receiveActivity } from './receive-activity.ts'

export const tchatRoutes = [
  route(tchatBotEndpoints.showTchatBot, {
    caller: 'teammate_viewer',
    serve: async (ctx) => presentBot(ctx, ctx.teammate, await showBot(ctx, 'tchat')),
  }),
  route(tchatBotEndpoints.connectTchatBot, {
    caller: 'teammate_editor',
    serve: async (ctx, { body }) => presentBot(ctx, ctx.teammate, await connectBot(ctx, body)),
  }),
  route(tchatBotEndpoints.updateTchatBot, {
    caller: 'teammate_editor',
    async serve(ctx, { body }) {
      // On Teams its owner cannot be recognized, so each chat of a personal assistant is enabled by hand.
      if (body.enables_private_chats && ctx.teammate.owned_by_user_id !== null) {
        throw new AppError('conflict', 'Enable the chats of a personal assistant one by one', {
          code: 'PERSONAL_ASSISTANT',
        })
      }
      return presentBot(ctx, ctx.teammate, await changeAccess(ctx, 'tchat', body))
    },
  }),
  route(tchatBotEndpoints.disconnectTchatBot, {
    caller: 'teammate_editor',
    async serve(ctx) {
      await removeBot(ctx, 'tchat')
      return presentBot(ctx, ctx.teammate, null)
    },
  }),
  route(tchatBotEndpoints.downloadTchatPackage, {
    caller: 'teammate_viewer',
    async serve(ctx) {
      const bytes = await buildPackage(ctx)
      return new Reply(Readable.from([bytes]), {
        headers: {
          'content-type': 'application/zip',
          'content-length': String(bytes.length),
          'content-disposition': 'attachment; filename="teams-app.zip"',
        },
      })
    },
  }),
  route(tchatBotEndpoints.listTchatChats, {
    caller: 'teammate_viewer',
    async serve(ctx, { query }) {
      const page = await listChats(ctx, 'tchat', query)
      return { ...page, data: page.data.map(presentChat) }
    },
  }),
  route(tchatBotEndpoints.setTchatChatStatus, {
    caller: 'teammate_editor',
    serve: async (ctx, { params, body }) => presentChat(await setChatStatus(ctx, 'tchat', params.chat_id, body.status)),
  }),
  route(tchatBotEndpoints.receiveTchatActivity, {
    caller: 'tchat_platform',
    serve: (ctx, { body }) => receiveActivity(ctx, body),
  }),
]
