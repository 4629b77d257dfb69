import { useQuery } from '@tanstack/react-query'
import type { RunDetail } from '#contracts/logged-runs.ts'
import * as logPaths from '#contracts/paths/logs.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useRealtimeStatus } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { useRunEvents } from '../../logs/use-run-events.ts'
import { isOver } from './step-states.ts'

/** How often an active run is polled while there is no socket. */
const ASKED_EVERY_MS = 2000

/** A run of this workflow as it continues: the one that is named, else its last one; null where there is none. */
export function useShownRun(workflow_id: string, named: string | undefined): RunDetail | null {
  const { organization } = useSession()
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
  useRunEvents(run_id, queryKey)
  const isLost = useRealtimeStatus() !== 'connected'
  const { data: run } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(logPaths.showRunOfWorkflow, { params: { ...params, workflow_id, run_id: run_id ?? '' } }, { signal }),
    enabled: run_id !== null,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isLost && state.data && isMoving(state.data) ? ASKED_EVERY_MS : false),
  })
  return run ?? null
}

const isMoving = ({ status }: RunDetail) => !isOver(status) && status !== 'suspended'
