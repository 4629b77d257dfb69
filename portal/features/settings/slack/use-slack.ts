import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChannelConnection } from '#contracts/channel-bots.ts'
import * as channelBotPaths from '#contracts/paths/channel-bots.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { setFromResponse, updateCached } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { slackMessages } from './messages.ts'

const connectionQuery = (organization: { id: string }) =>
  queryOptions({
    queryKey: queryKeys.channelConnection(organization.id),
    queryFn: ({ signal }) =>
      call(channelBotPaths.showWchatConnection, { params: { organization_id: organization.id } }, { signal }),
  })

/** The organization's connection to Slack, updated live. */
export function useConnection() {
  const { organization } = useSession()
  const client = useQueryClient()
  const { queryKey } = connectionQuery(organization)
  useServerEvent('ready', () => client.invalidateQueries({ queryKey }))
  useServerEvent('organization_channel_connection.updated', ({ organization_id, ...connection }) => {
    if (organization_id === organization.id) updateCached<ChannelConnection>(client, queryKey, () => connection)
  })
  return useQuery(connectionQuery(organization))
}

/** Leaves for Slack, which sends the browser back to the page of the callback. */
export function useConnect() {
  const words = useMessages(slackMessages)
  const { organization } = useSession()
  return useMutation({
    mutationFn: () => call(channelBotPaths.startWchatOAuth, { params: { organization_id: organization.id } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => showToast(sentenceOf(error, words.startFailed)),
  })
}

export function useDisconnect() {
  const words = useMessages(slackMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(channelBotPaths.disconnectWchat, { params: { organization_id: organization.id } }),
    onSuccess: (connection) => {
      setFromResponse(client, connectionQuery(organization).queryKey, connection)
      showToast(words.disconnected)
    },
    onError: (error) => showToast(sentenceOf(error, words.disconnectFailed)),
  })
}
