import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MsgrBot } from '#contracts/msgr-bots.ts'
import * as msgrBotPaths from '#contracts/paths/msgr-bots.ts'
import { call } from '../../../../lib/api.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { changeKnown, putAnswer } from '../../../../lib/overtaken.ts'
import { queryKeys } from '../../../../lib/query-keys.ts'
import { useServerEvent } from '../../../../lib/realtime.ts'
import { useSession } from '../../../../lib/session.ts'
import { showToast } from '../../../../ui/toast.tsx'
import { telegramMessages } from './messages.ts'
import { refusalOf } from './refusal-of.ts'

const useParams = (employeeId: string) => ({
  organization_id: useSession().organization.id,
  employee_id: employeeId,
})

/** The teammate's bot on Telegram, as it changes. */
export function useBot(employeeId: string) {
  const params = useParams(employeeId)
  const client = useQueryClient()
  const queryKey = queryKeys.telegramBot(params.organization_id, employeeId)
  useServerEvent('ready', () => client.invalidateQueries({ queryKey }))
  useServerEvent('ai_employee_telegram.updated', ({ organization_id: _organization, employee_id, ...bot }) => {
    if (employee_id === employeeId) changeKnown<MsgrBot>(client, queryKey, () => bot)
  })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(msgrBotPaths.showMsgrBot, { params }, { signal }),
    refetchOnMount: 'always',
  })
}

/** Each change is answered with the bot as it is then. */
function useShowBot(employeeId: string): (bot: MsgrBot) => void {
  const { organization } = useSession()
  const client = useQueryClient()
  return (bot) => putAnswer(client, queryKeys.telegramBot(organization.id, employeeId), bot)
}

/** Said from here, because the form is gone as soon as the server tells of the bot, which may be before its answer. */
export function useConnectBot(employeeId: string) {
  const words = useMessages(telegramMessages)
  const params = useParams(employeeId)
  const show = useShowBot(employeeId)
  return useMutation({
    mutationFn: (token: string) => call(msgrBotPaths.connectMsgrBot, { params, body: { token } }),
    // The token stays no longer than its field.
    gcTime: 0,
    onSuccess: (bot) => {
      show(bot)
      showToast(words.connectedNow)
    },
  })
}

/** Has Telegram send the messages here again; the button goes with the problem. */
export function useReconnectBot(employeeId: string) {
  const words = useMessages(telegramMessages)
  const params = useParams(employeeId)
  const show = useShowBot(employeeId)
  return useMutation({
    mutationFn: () => call(msgrBotPaths.reconnectMsgrWebhook, { params }),
    onSuccess: (bot) => {
      show(bot)
      if (bot.webhook_problem === null) showToast(words.reconnected)
    },
    onError: (error) => showToast(refusalOf(error, words.reconnectFailed)),
  })
}

/** Sent one after the other, so that the last choice is the one that stays. */
export function useEnablePrivateChats(employeeId: string) {
  const params = useParams(employeeId)
  return useMutation({
    scope: { id: `telegram bot ${employeeId}` },
    mutationFn: (enables_private_chats: boolean) =>
      call(msgrBotPaths.updateMsgrBot, { params, body: { enables_private_chats } }),
    onSuccess: useShowBot(employeeId),
  })
}

export function useDisconnectBot(employeeId: string) {
  const params = useParams(employeeId)
  return useMutation({
    mutationFn: () => call(msgrBotPaths.disconnectMsgrBot, { params }),
    onSuccess: useShowBot(employeeId),
  })
}
