import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MsgrBotSummary } from '#contracts/msgr-bots.ts'
import * as msgrBotPaths from '#contracts/paths/msgr-bots.ts'
import { call } from '../../lib/api.ts'
import { readAfterNews } from '../../lib/overtaken.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { usePaced } from '../../lib/use-paced.ts'

/** A busy bot finds chats all the time. */
const PAUSE_MS = 2_000

/** The Telegram bots of the teammates that one sees, as they change. */
export function useBots() {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.telegramBots(organization.id)
  const readAgain = usePaced(() => readAfterNews(client, { queryKey }), PAUSE_MS)
  useServerEvent('ready', readAgain)
  useServerEvent('ai_employee_telegram.updated', readAgain)
  useServerEvent('ai_employee_telegram_chat.created', readAgain)
  useServerEvent('ai_employee_telegram_chat.updated', readAgain)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call(msgrBotPaths.listMsgrBots, { params: { organization_id: organization.id } }, { signal })).data,
    refetchOnMount: 'always',
  })
}

/** How many decisions a bot waits for: who may write to it, and each chat that waits. */
export const pendingDecisions = ({ is_access_decided, waiting_chats }: MsgrBotSummary): number =>
  waiting_chats + (is_access_decided ? 0 : 1)
