import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { setFromResponse, updateCached } from '../../../../lib/query-cache.ts'
import { queryKeys } from '../../../../lib/query-keys.ts'
import { useServerEvent } from '../../../../lib/realtime.ts'
import { useSession } from '../../../../lib/session.ts'
import type { BotApi, BotState } from './bot-api.ts'

export const useTeammateParams = (employeeId: string) => ({
  organization_id: useSession().organization.id,
  employee_id: employeeId,
})

/** The teammate's bot on one platform, as it changes. */
export function useBot<Bot extends BotState>(api: BotApi<Bot>, employeeId: string) {
  const params = useTeammateParams(employeeId)
  const client = useQueryClient()
  const queryKey = queryKeys.channelBot(params.organization_id, employeeId, api.channel)
  useServerEvent('ready', () => client.invalidateQueries({ queryKey }))
  useServerEvent(api.events.bot, (event) => {
    const { organization_id: _organization, employee_id, ...bot } = event as typeof params & Record<string, unknown>
    if (employee_id === employeeId) updateCached<object>(client, queryKey, (cached) => ({ ...cached, ...bot }))
  })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.show(params, signal),
    refetchOnMount: 'always',
  })
}

/** Each change is answered with the bot as it is then. */
export function useShowBot<Bot extends BotState>({ channel }: BotApi<Bot>, employeeId: string): (bot: Bot) => void {
  const { organization } = useSession()
  const client = useQueryClient()
  return (bot) => setFromResponse(client, queryKeys.channelBot(organization.id, employeeId, channel), bot)
}

/** Sent one after the other, so that the last choice is the one that stays. */
export function useEnablePrivateChats<Bot extends BotState>(api: BotApi<Bot>, employeeId: string) {
  const params = useTeammateParams(employeeId)
  return useMutation({
    scope: { id: `${api.channel} bot ${employeeId}` },
    mutationFn: (enables_private_chats: boolean) => api.update(params, { enables_private_chats }),
    onSuccess: useShowBot(api, employeeId),
  })
}

export function useDisconnectBot<Bot extends BotState>(api: BotApi<Bot>, employeeId: string) {
  const params = useTeammateParams(employeeId)
  return useMutation({
    mutationFn: () => api.disconnect(params),
    onSuccess: useShowBot(api, employeeId),
  })
}
