import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as webchatPaths from '#contracts/paths/webchat-settings.ts'
import type { SaveEntryPoint, UpdateWebchatSecurity, WebchatSecurity } from '#contracts/webchat-settings.ts'
import type { WidgetSettings } from '#contracts/widget-settings.ts'
import { fetchAllPages } from '../../../lib/all-pages.ts'
import { call } from '../../../lib/api.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'

export type Rules = Omit<WebchatSecurity, 'identity_secret'>

const useParams = () => ({ organization_id: useSession().organization.id })

/** The ways into webchat, the newest first. */
export function useEntryPoints({ enabled = true } = {}) {
  const params = useParams()
  return useQuery({
    enabled,
    queryKey: queryKeys.entryPoints(params.organization_id),
    queryFn: ({ signal }) =>
      fetchAllPages((query) => call(webchatPaths.listEntryPoints, { params, query }, { signal })),
    refetchOnMount: 'always',
  })
}

/** Makes one, or changes the one that is named. */
export function useSaveEntryPoint() {
  const params = useParams()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: string | null; body: SaveEntryPoint }) =>
      id
        ? call(webchatPaths.updateEntryPoint, { params: { ...params, entry_point_id: id }, body })
        : call(webchatPaths.createEntryPoint, { params, body }, { creates: true }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.entryPoints(params.organization_id) }),
  })
}

export function useDeleteEntryPoint() {
  const params = useParams()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (entry_point_id: string) =>
      call(webchatPaths.deleteEntryPoint, { params: { ...params, entry_point_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.entryPoints(params.organization_id) }),
  })
}

export function useWidgetSettings() {
  const params = useParams()
  return useQuery({
    queryKey: queryKeys.widgetSettings(params.organization_id),
    queryFn: ({ signal }) => call(webchatPaths.showWidgetSettings, { params }, { signal }),
    refetchOnMount: 'always',
  })
}

/** An empty change sets everything back to the defaults. */
export function useUpdateWidgetSettings() {
  const params = useParams()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<WidgetSettings>) => call(webchatPaths.updateWidgetSettings, { params, body }),
    onSuccess: (saved) => {
      setFromResponse(client, queryKeys.widgetSettings(params.organization_id), saved)
      // The snippets say from which domain the widget comes.
      return client.invalidateQueries({ queryKey: queryKeys.entryPoints(params.organization_id) })
    },
  })
}

const withoutSecret = ({ identity_secret: _secret, ...rules }: WebchatSecurity): Rules => rules

/** Who may use the widget. The secret is fetched when someone asks for it, and never enters the cache. */
export function useSecurity() {
  const params = useParams()
  return useQuery({
    queryKey: queryKeys.webchatSecurity(params.organization_id),
    queryFn: async ({ signal }) => withoutSecret(await call(webchatPaths.showWebchatSecurity, { params }, { signal })),
    refetchOnMount: 'always',
  })
}

export function useUpdateSecurity() {
  const params = useParams()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: UpdateWebchatSecurity) => call(webchatPaths.updateWebchatSecurity, { params, body }),
    onSuccess: (saved) =>
      setFromResponse(client, queryKeys.webchatSecurity(params.organization_id), withoutSecret(saved)),
    gcTime: 0,
  })
}

export function useFetchSecret(): () => Promise<string> {
  const params = useParams()
  return async () => (await call(webchatPaths.showWebchatSecurity, { params })).identity_secret
}

export function useRotateSecret() {
  const params = useParams()
  return useMutation({
    mutationFn: () => call(webchatPaths.rotateWebchatIdentitySecret, { params }),
    gcTime: 0,
  })
}
