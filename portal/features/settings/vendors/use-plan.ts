import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import type { ConnectionAttempt } from '#contracts/models.ts'
import * as modelPaths from '#contracts/paths/models.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { setFromResponse, updateCached } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { vendorMessages } from './messages.ts'
import { useShowProvider } from './use-providers.ts'

const attemptQuery = (organization: { id: string }) =>
  queryOptions({
    queryKey: queryKeys.connectionAttempt(organization.id),
    queryFn: ({ signal }) =>
      call(modelPaths.showConnectionAttempt, { params: { organization_id: organization.id } }, { signal }).catch(
        (error) => {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        },
      ),
  })

/** The last attempt to sign in to the plan, as it continues; null where there was none. */
export function useAttempt() {
  const words = useMessages(vendorMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const { queryKey } = attemptQuery(organization)
  const readAgain = () => client.invalidateQueries({ queryKey })
  useServerEvent('ready', readAgain)
  useServerEvent('organization_ai_provider_connection_attempt.updated', ({ organization_id, ...attempt }) => {
    if (organization_id !== organization.id) return
    updateCached<ConnectionAttempt | null>(client, queryKey, () => attempt)
    if (attempt.status === 'connected') showToast(words.planConnected)
  })
  return { ...useQuery(attemptQuery(organization)), readAgain }
}

function useShowAttempt(): (attempt: ConnectionAttempt) => void {
  const { organization } = useSession()
  const client = useQueryClient()
  return (attempt) => setFromResponse(client, attemptQuery(organization).queryKey, attempt)
}

export function usePlanActions() {
  const words = useMessages(vendorMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const show = useShowAttempt()
  const showProvider = useShowProvider()
  const params = { organization_id: organization.id }
  const failed = (sentence: string) => (error: Error) => {
    showToast(sentenceOf(error, sentence))
    client.invalidateQueries({ queryKey: attemptQuery(organization).queryKey })
  }
  return {
    start: useMutation({
      mutationFn: () => call(modelPaths.startConnectionAttempt, { params }),
      onSuccess: show,
      onError: failed(words.planFailed),
    }),
    cancel: useMutation({
      mutationFn: () => call(modelPaths.cancelConnectionAttempt, { params }),
      onSuccess: show,
      onError: failed(words.planFailed),
    }),
    revoke: useMutation({
      mutationFn: () => call(modelPaths.revokePlan, { params }),
      onSuccess: (provider) => {
        showProvider(provider)
        showToast(words.planDisconnected)
      },
      onError: failed(words.planDisconnectFailed),
    }),
  }
}
