import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as triggerPaths from '#contracts/paths/triggers.ts'
import type { CreateTrigger, Trigger, UpdateTrigger } from '#contracts/triggers.ts'
import { call } from '../../../lib/api.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'

type Cached = { data: Trigger[] }

/** Without its secret, which is shown once and never cached. */
const withoutSecret = (trigger: Trigger): Trigger =>
  trigger.type === 'public' ? { ...trigger, secret: null } : trigger

export function useTriggers(workflow_id: string) {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.triggers(organization.id, workflow_id),
    queryFn: ({ signal }) =>
      call(triggerPaths.listTriggers, { params: { organization_id: organization.id, workflow_id } }, { signal }),
    refetchOnMount: 'always',
  })
}

export type Saving = { id: string; body: UpdateTrigger } | { id: null; body: CreateTrigger }

const isNew = (saving: Saving): saving is Extract<Saving, { id: null }> => saving.id === null

/** Creates or updates a trigger. */
export function useSaveTrigger(workflow_id: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  const params = { organization_id: organization.id, workflow_id }
  return useMutation({
    mutationFn: (saving: Saving) =>
      isNew(saving)
        ? call(triggerPaths.createTrigger, { params, body: saving.body }, { creates: true })
        : call(triggerPaths.updateTrigger, { params: { ...params, trigger_id: saving.id }, body: saving.body }),
    // A secret stays no longer than it is shown.
    gcTime: 0,
    onSuccess: (saved) =>
      setFromResponse<Cached>(
        client,
        queryKeys.triggers(organization.id, workflow_id),
        (cached) =>
          cached && { data: [...cached.data.filter(({ id }) => id !== saved.id), withoutSecret(saved)].sort(byAge) },
      ),
  })
}

const byAge = (a: Trigger, b: Trigger) => Date.parse(a.created_at) - Date.parse(b.created_at)

export function useDeleteTrigger(workflow_id: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (trigger_id: string) =>
      call(triggerPaths.deleteTrigger, { params: { organization_id: organization.id, workflow_id, trigger_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.triggers(organization.id, workflow_id) }),
  })
}
