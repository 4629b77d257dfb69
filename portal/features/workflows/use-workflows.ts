import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import * as workflowPaths from '#contracts/paths/workflows.ts'
import type { CreateWorkflow, WorkflowFile, WorkflowRow } from '#contracts/workflows.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { setFromResponse } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { saveJson } from '../../lib/save-json.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { workflowMessages } from './messages.ts'

const useParams = () => ({ organization_id: useSession().organization.id })

/** Workflows by name, updated by events. */
export function useWorkflows(search: string) {
  const params = useParams()
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey: queryKeys.workflows(params.organization_id) })
  useServerEvent('ready', readAgain)
  useServerEvent('workflow.created', readAgain)
  useServerEvent('workflow.updated', readAgain)
  useServerEvent('workflow.deleted', readAgain)
  return useInfiniteQuery({
    queryKey: queryKeys.workflowList(params.organization_id, search),
    queryFn: ({ pageParam: page, signal }) =>
      call(workflowPaths.listWorkflows, { params, query: { page, limit: 50, ...(search && { search }) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

export function useCreateWorkflow() {
  const params = useParams()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CreateWorkflow) => call(workflowPaths.createWorkflow, { params, body }, { creates: true }),
    onSuccess: (workflow) => setFromResponse(client, queryKeys.workflow(params.organization_id, workflow.id), workflow),
  })
}

/** Imports an exported file; the server reports anything else as invalid. */
export function useImportWorkflow() {
  const params = useParams()
  return useMutation({
    mutationFn: (body: WorkflowFile) => call(workflowPaths.importWorkflow, { params, body }, { creates: true }),
  })
}

export function useRestoreWorkflow() {
  const words = useMessages(workflowMessages)
  const params = useParams()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (workflow_id: string) => call(workflowPaths.restoreWorkflow, { params: { ...params, workflow_id } }),
    onSuccess: () => showToast(words.restored),
    onError: (error) => showToast(sentenceOf(error, words.restoreFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.workflows(params.organization_id) }),
  })
}

export function useDeleteWorkflow() {
  const words = useMessages(workflowMessages)
  const { undo } = useMessages(partMessages)
  const params = useParams()
  const client = useQueryClient()
  const restore = useRestoreWorkflow()
  return useMutation({
    mutationFn: ({ id }: Pick<WorkflowRow, 'id' | 'name'>) =>
      call(workflowPaths.deleteWorkflow, { params: { ...params, workflow_id: id } }),
    onSuccess: (_done, { id, name }) => showToast(words.deleted(name), { label: undo, run: () => restore.mutate(id) }),
    onError: (error) => showToast(sentenceOf(error, words.deleteFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.workflows(params.organization_id) }),
  })
}

/** Saves a workflow as a file of the person's. */
export function useExportWorkflow() {
  const words = useMessages(workflowMessages)
  const params = useParams()
  return useMutation({
    mutationFn: ({ id }: Pick<WorkflowRow, 'id' | 'name'>) =>
      call(workflowPaths.exportWorkflow, { params: { ...params, workflow_id: id } }),
    onSuccess: (file) => saveJson(file.name, file),
    onError: (error) => showToast(sentenceOf(error, words.exportFailed)),
  })
}
