import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChannelChat, ChatStatus } from '#contracts/bot-chats.ts'
import * as msgrBotPaths from '#contracts/paths/msgr-bots.ts'
import { call } from '../../../../lib/api.ts'
import { changeKnown, putAnswer } from '../../../../lib/overtaken.ts'
import { queryKeys } from '../../../../lib/query-keys.ts'
import { type EventPayload, useServerEvent } from '../../../../lib/realtime.ts'
import { useSession } from '../../../../lib/session.ts'
import { usePages } from '../../../../lib/use-pages.ts'
import { type KnownChats, withChat } from './with-chat.ts'

/** The chats in which the bot was seen, the latest first, as they change. A busy bot has nothing read again: news bring the chat. */
export function useChats(employeeId: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.telegramChats(organization.id, employeeId)
  const take = (news: EventPayload<'ai_employee_telegram_chat.updated'>) => {
    const { organization_id: _organization, employee_id, ...chat } = news
    if (employee_id === employeeId) changeKnown<KnownChats>(client, queryKey, (known) => withChat(known, chat))
  }
  useServerEvent('ready', () => client.invalidateQueries({ queryKey }))
  useServerEvent('ai_employee_telegram_chat.created', take)
  useServerEvent('ai_employee_telegram_chat.updated', take)
  return usePages(queryKey, (page, signal) =>
    call(
      msgrBotPaths.listMsgrChats,
      { params: { organization_id: organization.id, employee_id: employeeId }, query: { page, limit: 20 } },
      { signal },
    ),
  )
}

/** Sent one after the other, so that the last choice is the one that stays. */
export function useSetChatStatus(employeeId: string, { id: chat_id }: ChannelChat) {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    scope: { id: `telegram chat ${chat_id}` },
    mutationFn: (status: ChatStatus) =>
      call(msgrBotPaths.setMsgrChatStatus, {
        params: { organization_id: organization.id, employee_id: employeeId, chat_id },
        body: { status },
      }),
    onSuccess: (chat) =>
      putAnswer<KnownChats>(
        client,
        queryKeys.telegramChats(organization.id, employeeId),
        (known) => known && withChat(known, chat),
      ),
  })
}
