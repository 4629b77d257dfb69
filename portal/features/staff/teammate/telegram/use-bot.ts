import { useMutation } from '@tanstack/react-query'
import type { ConnectMsgrBot, MsgrBot } from '#contracts/msgr-bots.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import * as msgrBotPaths from '#contracts/paths/msgr-bots.ts'
import { call } from '../../../../lib/api.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { showToast } from '../../../../ui/toast.tsx'
import type { BotApi } from '../bots/bot-api.ts'
import { botMessages } from '../bots/messages.ts'
import { useShowBot, useTeammateParams } from '../bots/use-bot.ts'
import { telegramMessages } from './messages.ts'
import { refusalOf } from './refusal-of.ts'

export const telegramApi: BotApi<MsgrBot> = {
  channel: 'msgr',
  events: {
    bot: 'ai_employee_telegram.updated',
    chats: ['ai_employee_telegram_chat.created', 'ai_employee_telegram_chat.updated'],
  },
  show: (params, signal) => call(msgrBotPaths.showMsgrBot, { params }, { signal }),
  update: (params, body) => call(msgrBotPaths.updateMsgrBot, { params, body }),
  disconnect: (params) => call(msgrBotPaths.disconnectMsgrBot, { params }),
  listChats: (params, query, signal) => call(msgrBotPaths.listMsgrChats, { params, query }, { signal }),
  setChatStatus: (params, body) => call(msgrBotPaths.setMsgrChatStatus, { params, body }),
}

/** The toast comes from here, because the form may be gone before the answer: the event that brings the bot may be first. */
export function useConnectBot(employeeId: string) {
  const words = useMessages(botMessages)
  const params = useTeammateParams(employeeId)
  const show = useShowBot(telegramApi, employeeId)
  return useMutation({
    mutationFn: (body: ConnectMsgrBot) => call(msgrBotPaths.connectMsgrBot, { params, body }),
    // The token stays no longer than its field.
    gcTime: 0,
    onSuccess: (bot) => {
      show(bot)
      showToast(words.connectedNow(chatPlatforms.msgr.label))
    },
  })
}

/** Has Telegram send the messages here again; the button goes with the problem. */
export function useReconnectBot(employeeId: string) {
  const words = useMessages(telegramMessages)
  const params = useTeammateParams(employeeId)
  const show = useShowBot(telegramApi, employeeId)
  return useMutation({
    mutationFn: () => call(msgrBotPaths.reconnectMsgrWebhook, { params }),
    onSuccess: (bot) => {
      show(bot)
      if (bot.webhook_problem === null) showToast(words.reconnected)
    },
    onError: (error) => showToast(refusalOf(error, words.reconnectFailed)),
  })
}
