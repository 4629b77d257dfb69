import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BotSummary } from '#contracts/bot-chats.ts'
import * as channelBotPaths from '#contracts/paths/channel-bots.ts'
import { call } from '../../lib/api.ts'
import { refetchAfterEvent } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { useThrottledCallback } from '../../lib/use-throttled-callback.ts'

/** A busy bot finds chats all the time. */
const PAUSE_MS = 2_000

/** The bots on chat platforms of the teammates that one sees, as they change. */
export function useBots() {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.channelBots(organization.id)
  const readAgain = useThrottledCallback(() => refetchAfterEvent(client, { queryKey }), PAUSE_MS)
  useServerEvent('ready', readAgain)
  useServerEvent('ai_employee_telegram.updated', readAgain)
  useServerEvent('ai_employee_telegram_chat.created', readAgain)
  useServerEvent('ai_employee_telegram_chat.updated', readAgain)
  useServerEvent('ai_employee_slack.updated', readAgain)
  useServerEvent('ai_employee_slack_chat.created', readAgain)
  useServerEvent('ai_employee_slack_chat.updated', readAgain)
  useServerEvent('ai_employee_ms_teams.updated', readAgain)
  useServerEvent('ai_employee_ms_teams_channel.created', readAgain)
  useServerEvent('ai_employee_ms_teams_channel.updated', readAgain)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call(channelBotPaths.listChannelBots, { params: { organization_id: organization.id } }, { signal })).data,
    refetchOnMount: 'always',
  })
}

/** How many decisions the bots of each teammate wait for: who may write to one, and each chat that waits. */
export function pendingByTeammate(bots: readonly BotSummary[]): Map<string, number> {
  const pending = new Map<string, number>()
  for (const { employee_id, is_access_decided, waiting_chats } of bots) {
    const count = waiting_chats + (is_access_decided ? 0 : 1)
    pending.set(employee_id, (pending.get(employee_id) ?? 0) + count)
  }
  return pending
}
