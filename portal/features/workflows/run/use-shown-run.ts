import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RunDetail } from '#contracts/logs.ts'
import * as logPaths from '#contracts/paths/logs.ts'
import { call } from '../../../lib/api.ts'
import { readAgain } from '../../../lib/overtaken.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { isOver } from './step-states.ts'

/** Steps that nobody has to wait for are told by no event. */
const WATCHED_EVERY_MS = 500

/** A run of this workflow as it goes on: the one that is named, else its last one; null where there is none. */
export function useShownRun(workflow_id: string, named: string | undefined): RunDetail | null {
  const { organization } = useSession()
  const client = useQueryClient()
  const params = { organization_id: organization.id }
  const { data: last } = useQuery({
    queryKey: [...queryKeys.runs(organization.id), 'last-of', workflow_id],
    queryFn: ({ signal }) =>
      call(logPaths.listRuns, { params, query: { workflow_id, limit: 1, exclude: 'flow,state' } }, { signal }),
    select: ({ data }) => data[0]?.run_id ?? null,
    enabled: named === undefined,
    refetchOnMount: 'always',
  })
  const run_id = named ?? last ?? null
  const queryKey = [...queryKeys.runs(organization.id), 'of', workflow_id, run_id]
  useServerEvent('workflow_run.updated', (news) => news.run_id === run_id && readAgain(client, queryKey))
  useServerEvent('ready', () => readAgain(client, queryKey))
  const { data: run } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(logPaths.showRunOfWorkflow, { params: { ...params, workflow_id, run_id: run_id ?? '' } }, { signal }),
    enabled: run_id !== null,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? WATCHED_EVERY_MS : false),
  })
  return run ?? null
}

const isMoving = ({ status }: RunDetail) => !isOver(status) && status !== 'suspended'
