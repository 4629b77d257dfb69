import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChannelChat, ChannelChatChanged, ChatStatus } from '#contracts/bot-chats.ts'
import { setFromResponse, updateCached } from '../../../../lib/query-cache.ts'
import { queryKeys } from '../../../../lib/query-keys.ts'
import { useServerEvent } from '../../../../lib/realtime.ts'
import { usePages } from '../../../../lib/use-pages.ts'
import type { BotApi, BotState } from './bot-api.ts'
import { useTeammateParams } from './use-bot.ts'
import { type CachedChats, withChat } from './with-chat.ts'

/** The chats in which the bot was seen, the latest first. A busy bot has nothing read again: each event brings its chat. */
export function useChats<Bot extends BotState>(api: BotApi<Bot>, employeeId: string) {
  const params = useTeammateParams(employeeId)
  const client = useQueryClient()
  const queryKey = queryKeys.channelBotChats(params.organization_id, employeeId, api.channel)
  const [created = 'ready', updated = 'ready'] = api.events.chats
  const change = (event: ChannelChatChanged | Record<string, never>) => {
    if (!isOfChat(event)) return
    const { organization_id: _organization, employee_id, ...chat } = event
    if (employee_id === employeeId) updateCached<CachedChats>(client, queryKey, (cached) => withChat(cached, chat))
  }
  useServerEvent('ready', () => client.invalidateQueries({ queryKey }))
  useServerEvent(created, change)
  useServerEvent(updated, change)
  return usePages(queryKey, (page, signal) => api.listChats(params, { page, limit: 20 }, signal))
}

const isOfChat = (event: ChannelChatChanged | Record<string, never>): event is ChannelChatChanged => 'chat_id' in event

/** Sent one after the other, so that the last choice is the one that stays. */
export function useSetChatStatus<Bot extends BotState>(
  api: BotApi<Bot>,
  employeeId: string,
  { id: chat_id }: ChannelChat,
) {
  const params = useTeammateParams(employeeId)
  const client = useQueryClient()
  return useMutation({
    scope: { id: `${api.channel} chat ${chat_id}` },
    mutationFn: (status: ChatStatus) => api.setChatStatus({ ...params, chat_id }, { status }),
    onSuccess: (chat) =>
      setFromResponse<CachedChats>(
        client,
        queryKeys.channelBotChats(params.organization_id, employeeId, api.channel),
        (cached) => cached && withChat(cached, chat),
      ),
  })
}
