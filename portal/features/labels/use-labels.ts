import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CreateLabel, Label } from '#contracts/labels.ts'
import * as labelPaths from '#contracts/paths/labels.ts'
import { fetchAllPages } from '../../lib/all-pages.ts'
import { call } from '../../lib/api.ts'
import { setFromResponse, updateCached } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'

type Cached = { data: Label[] }

const byName = (a: Label, b: Label) => a.name.toLowerCase().localeCompare(b.name.toLowerCase())
const withLabel = (labels: Label[], label: Label) =>
  [...labels.filter(({ id }) => id !== label.id), label].toSorted(byName)

/** The organization's labels by name, as they change wherever they are changed. */
export function useLabels() {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.labels(organization.id)
  const change = (updater: (labels: Label[]) => Label[]) =>
    updateCached<Cached>(client, queryKey, ({ data }) => ({ data: updater(data) }))
  useServerEvent('ready', () => client.invalidateQueries({ queryKey }))
  useServerEvent('label.created', (label) => change((labels) => withLabel(labels, label)))
  useServerEvent('label.updated', (label) => change((labels) => withLabel(labels, label)))
  useServerEvent('label.deleted', ({ id }) => change((labels) => labels.filter((each) => each.id !== id)))
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      fetchAllPages((query) =>
        call(labelPaths.listLabels, { params: { organization_id: organization.id }, query }, { signal }),
      ),
    refetchOnMount: 'always',
  })
}

/** Makes a label, or changes the one that is given. */
export function useSaveLabel(label: Label | null) {
  const { organization } = useSession()
  const client = useQueryClient()
  const params = { organization_id: organization.id }
  return useMutation({
    mutationFn: (body: CreateLabel) =>
      label
        ? call(labelPaths.updateLabel, { params: { ...params, label_id: label.id }, body })
        : call(labelPaths.createLabel, { params, body }, { creates: true }),
    onSuccess: (saved) =>
      setFromResponse<Cached>(
        client,
        queryKeys.labels(organization.id),
        (cached) => cached && { data: withLabel(cached.data, saved) },
      ),
  })
}

export function useDeleteLabel() {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Label) =>
      call(labelPaths.deleteLabel, { params: { organization_id: organization.id, label_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.labels(organization.id) }),
  })
}
