import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { refetchAfterInFlight } from '../../lib/query-cache.ts'
import { useServerEvent } from '../../lib/realtime.ts'

/** Reads a run again as its steps are written, and when it begins, waits or ends. */
export function useRunEvents(run_id: string | null, queryKey: QueryKey): void {
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey, exact: true })
  useServerEvent('workflow_run.updated', (event) => event.run_id === run_id && readAgain())
  useServerEvent('workflow_run.steps_updated', ({ run_ids }) => {
    if (run_id === null || !run_ids.includes(run_id)) return
    // More may come before a long run was read: what is under way is let through, or nothing would ever show.
    const isReading = client.getQueryState(queryKey)?.fetchStatus === 'fetching'
    void (isReading ? refetchAfterInFlight(client, queryKey) : readAgain())
  })
  useServerEvent('ready', readAgain)
}
