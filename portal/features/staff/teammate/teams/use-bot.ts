import { useMutation } from '@tanstack/react-query'
import { chatPlatforms } from '#contracts/parties.ts'
import * as tchatBotPaths from '#contracts/paths/tchat-bots.ts'
import type { ConnectTchatBot, TchatBot } from '#contracts/tchat-bots.ts'
import { call } from '../../../../lib/api.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { showToast } from '../../../../ui/toast.tsx'
import type { BotApi } from '../bots/bot-api.ts'
import { botMessages } from '../bots/messages.ts'
import { useShowBot, useTeammateParams } from '../bots/use-bot.ts'

export const teamsApi: BotApi<TchatBot> = {
  channel: 'tchat',
  events: {
    bot: 'ai_employee_ms_teams.updated',
    chats: ['ai_employee_ms_teams_channel.created', 'ai_employee_ms_teams_channel.updated'],
  },
  show: (params, signal) => call(tchatBotPaths.showTchatBot, { params }, { signal }),
  update: (params, body) => call(tchatBotPaths.updateTchatBot, { params, body }),
  disconnect: (params) => call(tchatBotPaths.disconnectTchatBot, { params }),
  listChats: (params, query, signal) => call(tchatBotPaths.listTchatChats, { params, query }, { signal }),
  setChatStatus: (params, body) => call(tchatBotPaths.setTchatChatStatus, { params, body }),
}

/** The toast comes from here, because the form may be gone before the answer: the event that brings the bot may be first. */
export function useConnectBot(employeeId: string) {
  const words = useMessages(botMessages)
  const params = useTeammateParams(employeeId)
  const show = useShowBot(teamsApi, employeeId)
  return useMutation({
    mutationFn: (body: ConnectTchatBot) => call(tchatBotPaths.connectTchatBot, { params, body }),
    // Secrets stay no longer than their fields.
    gcTime: 0,
    onSuccess: (bot) => {
      show(bot)
      showToast(words.connectedNow(chatPlatforms.tchat.label))
    },
  })
}
