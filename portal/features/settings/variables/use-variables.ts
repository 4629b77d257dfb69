import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as variablePaths from '#contracts/paths/variables.ts'
import type { CreateVariable, Variable } from '#contracts/variables.ts'
import { fetchAllPages } from '../../../lib/all-pages.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { setFromResponse, updateCached } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { variableMessages } from './messages.ts'

type Cached = { data: Variable[] }

/** The organization's variables, newest first, as they change wherever they are changed. */
export function useVariables() {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.variables(organization.id)
  const change = (next: (variables: Variable[]) => Variable[]) =>
    updateCached<Cached>(client, queryKey, ({ data }) => ({ data: next(data) }))
  useServerEvent('ready', () => client.invalidateQueries({ queryKey, exact: true }))
  useServerEvent('variable.created', (created) => change((variables) => withVariable(variables, created)))
  useServerEvent('variable.updated', (updated) => change((variables) => withVariable(variables, updated)))
  useServerEvent('variable.deleted', ({ id }) => change((variables) => variables.filter((each) => each.id !== id)))
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      fetchAllPages((query) =>
        call(variablePaths.listVariables, { params: { organization_id: organization.id }, query }, { signal }),
      ),
    refetchOnMount: 'always',
  })
}

/** In the place where the server lists it: one that was restored is not the newest. */
function withVariable(variables: Variable[], variable: Variable): Variable[] {
  const others = variables.filter(({ id }) => id !== variable.id)
  return [...others, variable].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id)
}

/** Only the value of an existing variable can change. */
export function useSaveVariable(variable: Variable | null) {
  const { organization } = useSession()
  const client = useQueryClient()
  const params = { organization_id: organization.id }
  return useMutation({
    mutationFn: ({ placeholder, value, is_secret }: CreateVariable) =>
      variable
        ? call(variablePaths.updateVariable, { params: { ...params, variable_id: `${variable.id}` }, body: { value } })
        : call(variablePaths.createVariable, { params, body: { placeholder, value, is_secret } }, { creates: true }),
    // A secret is not kept in the page longer than it takes to send it.
    gcTime: 0,
    onSuccess: (saved) =>
      setFromResponse<Cached>(
        client,
        queryKeys.variables(organization.id),
        (cached) => cached && { data: withVariable(cached.data, saved) },
      ),
  })
}

/** They leave the list at once, and come back on request or when the server refuses. */
export function useDeleteVariables() {
  const words = useMessages(variableMessages)
  const { undo } = useMessages(partMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.variables(organization.id)
  const restore = useRestoreVariables()
  return useMutation({
    mutationFn: (variables: Variable[]) =>
      call(variablePaths.deleteVariables, {
        params: { organization_id: organization.id },
        body: { ids: idsOf(variables) },
      }),
    onMutate: async (variables) => {
      await client.cancelQueries({ queryKey, exact: true })
      const before = client.getQueryData<Cached>(queryKey)
      const ids = new Set(idsOf(variables))
      client.setQueryData<Cached>(
        queryKey,
        (cached) => cached && { data: cached.data.filter(({ id }) => !ids.has(id)) },
      )
      return before
    },
    onError: (error, _variables, before) => {
      client.setQueryData(queryKey, before)
      showToast(sentenceOf(error, words.deleteFailed))
    },
    onSuccess: (_answer, variables) => {
      const text = words.deleted(variables.length, variables[0]?.placeholder ?? '')
      showToast(text, { label: undo, run: () => restore.mutate(idsOf(variables)) })
    },
    onSettled: () => client.invalidateQueries({ queryKey, exact: true }),
  })
}

export function useRestoreVariables() {
  const words = useMessages(variableMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: number[]) =>
      call(variablePaths.restoreVariables, { params: { organization_id: organization.id }, body: { ids } }),
    onSuccess: () => showToast(words.restored),
    onError: (error) => showToast(sentenceOf(error, words.restoreFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.variables(organization.id), exact: true }),
  })
}

const idsOf = (variables: Variable[]): number[] => variables.map(({ id }) => id)
