import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as channelBotPaths from '#contracts/paths/channel-bots.ts'
import { call } from '../../../lib/api.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'

/** The Slack account by which the user reaches their personal assistant in this organization. */
export function useSlackAccount() {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.slackAccount(organization.id),
    queryFn: ({ signal }) =>
      call(channelBotPaths.showWchatAccount, { params: { organization_id: organization.id } }, { signal }),
  })
}

export function useLinkSlackAccount() {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) =>
      call(channelBotPaths.linkWchatAccount, { params: { organization_id: organization.id }, body: { token } }),
    onSuccess: (account) => setFromResponse(client, queryKeys.slackAccount(organization.id), account),
  })
}

export function useUnlinkSlackAccount() {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(channelBotPaths.unlinkWchatAccount, { params: { organization_id: organization.id } }),
    onSuccess: (account) => setFromResponse(client, queryKeys.slackAccount(organization.id), account),
  })
}
