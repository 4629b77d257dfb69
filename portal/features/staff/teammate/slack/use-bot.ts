import { useMutation, useQuery } from '@tanstack/react-query'
import { chatPlatforms } from '#contracts/parties.ts'
import * as wchatBotPaths from '#contracts/paths/wchat-bots.ts'
import type { ConnectWchatBot, WchatBot } from '#contracts/wchat-bots.ts'
import { call } from '../../../../lib/api.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { queryKeys } from '../../../../lib/query-keys.ts'
import { showToast } from '../../../../ui/toast.tsx'
import type { BotApi } from '../bots/bot-api.ts'
import { botMessages } from '../bots/messages.ts'
import { useShowBot, useTeammateParams } from '../bots/use-bot.ts'

export const slackApi: BotApi<WchatBot> = {
  channel: 'wchat',
  events: {
    bot: 'ai_employee_slack.updated',
    chats: ['ai_employee_slack_chat.created', 'ai_employee_slack_chat.updated'],
  },
  show: (params, signal) => call(wchatBotPaths.showWchatBot, { params }, { signal }),
  update: (params, body) => call(wchatBotPaths.updateWchatBot, { params, body }),
  disconnect: (params) => call(wchatBotPaths.disconnectWchatBot, { params }),
  listChats: (params, query, signal) => call(wchatBotPaths.listWchatChats, { params, query }, { signal }),
  setChatStatus: (params, body) => call(wchatBotPaths.setWchatChatStatus, { params, body }),
}

/** From what Slack creates the app; its text is what is pasted there. */
export function useManifest(employeeId: string) {
  const params = useTeammateParams(employeeId)
  return useQuery({
    queryKey: [...queryKeys.channelBot(params.organization_id, employeeId, 'wchat'), 'manifest'],
    queryFn: ({ signal }) => call(wchatBotPaths.showWchatManifest, { params }, { signal }),
  })
}

/** The toast comes from here, because the form may be gone before the answer: the event that brings the bot may be first. */
export function useConnectBot(employeeId: string) {
  const words = useMessages(botMessages)
  const params = useTeammateParams(employeeId)
  const show = useShowBot(slackApi, employeeId)
  return useMutation({
    mutationFn: (body: ConnectWchatBot) => call(wchatBotPaths.connectWchatBot, { params, body }),
    // Secrets stay no longer than their fields.
    gcTime: 0,
    onSuccess: (bot) => {
      show(bot)
      showToast(words.connectedNow(chatPlatforms.wchat.label))
    },
  })
}
