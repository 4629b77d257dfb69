import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Provider, UpdateProvider } from '#contracts/models.ts'
import * as modelPaths from '#contracts/paths/models.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { vendorLabel } from '../../models/vendor-label.ts'
import { partMessages } from '../../page-parts/messages.ts'
import { vendorMessages } from './messages.ts'

export const providersQuery = (organization: { id: string }) =>
  queryOptions({
    queryKey: queryKeys.providers(organization.id),
    queryFn: ({ signal }) =>
      call(modelPaths.listProviders, { params: { organization_id: organization.id } }, { signal }),
  })

/** The organization's connection to each vendor, updated live. */
export function useProviders() {
  const { organization } = useSession()
  useProviderEvents()
  return useQuery(providersQuery(organization))
}

/** A vendor that is connected or cleared, by whomever. */
export function useProviderEvents(): void {
  const { organization } = useSession()
  const client = useQueryClient()
  const readBothAgain = () => {
    client.invalidateQueries({ queryKey: queryKeys.providers(organization.id), exact: true })
    client.invalidateQueries({ queryKey: queryKeys.models(organization.id), exact: true })
  }
  useServerEvent('ready', readBothAgain)
  useServerEvent('organization_ai_provider.updated', readBothAgain)
}

export function useShowProvider(): (provider: Provider) => void {
  const { organization } = useSession()
  const client = useQueryClient()
  return (provider) => {
    setFromResponse<Provider[]>(client, queryKeys.providers(organization.id), (cached) =>
      cached?.map((each) => (each.provider === provider.provider ? provider : each)),
    )
    client.invalidateQueries({ queryKey: queryKeys.models(organization.id) })
  }
}

export function useUpdateProvider(provider: Provider) {
  const { organization } = useSession()
  const show = useShowProvider()
  return useMutation({
    mutationFn: (changes: UpdateProvider) =>
      call(modelPaths.updateProvider, {
        params: { organization_id: organization.id, provider: provider.provider },
        body: changes,
      }),
    onSuccess: show,
  })
}

export function useRestoreProvider({ provider }: Provider) {
  const words = useMessages(vendorMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const show = useShowProvider()
  return useMutation({
    mutationFn: () => call(modelPaths.restoreProvider, { params: { organization_id: organization.id, provider } }),
    onSuccess: (restored) => {
      show(restored)
      showToast(words.restored(vendorLabel(provider)))
    },
    onError: (error) => {
      showToast(sentenceOf(error, words.restoreFailed))
      client.invalidateQueries({ queryKey: queryKeys.providers(organization.id) })
    },
  })
}

/** Clears at once; for five minutes the server keeps what was cleared. */
export function useClearProvider(provider: Provider) {
  const words = useMessages(vendorMessages)
  const parts = useMessages(partMessages)
  const update = useUpdateProvider(provider)
  const restore = useRestoreProvider(provider)
  const clear = () =>
    update.mutate(
      { api_key: null, ...(provider.provider === 'custom' && { base_url: null }) },
      {
        onSuccess: () =>
          showToast(words.cleared(vendorLabel(provider.provider)), { label: parts.undo, run: () => restore.mutate() }),
        onError: (error) => showToast(sentenceOf(error, words.clearFailed)),
      },
    )
  return { clear, isPending: update.isPending }
}
