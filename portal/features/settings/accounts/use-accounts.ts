import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as openIdPaths from '#contracts/paths/openid.ts'
import type { WhoAmI } from '#contracts/users.ts'
import { call } from '../../../lib/api.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { webAddress } from '../../../lib/web-address.ts'

export function useLinkable() {
  return useQuery({
    queryKey: queryKeys.linkable,
    queryFn: ({ signal }) => call(openIdPaths.showLinkable, {}, { signal }),
  })
}

export function useLinkMsgr() {
  return useMutation({
    mutationFn: () => call(openIdPaths.startMsgr, {}),
    onSuccess: ({ auth_url }) => location.assign(webAddress(auth_url)),
  })
}

export function useUnlinkMsgr() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(openIdPaths.unlinkMsgr, {}),
    onSuccess: (user) => {
      setFromResponse<WhoAmI>(client, queryKeys.whoAmI, (cached) => cached && { ...cached, user })
    },
  })
}
