import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RunDetail } from '#contracts/logged-runs.ts'
import * as runControlPaths from '#contracts/paths/run-control.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { changed, type LogsSearch } from '../filters.ts'
import { runMessages } from './messages.ts'

/** Only what a workflow did, and has ended, can be repeated, as far as it is still known. */
export const isRepeatable = ({ workflow_id, status, payloads_removed_at }: RunDetail): boolean =>
  workflow_id !== null && payloads_removed_at === null && ['completed', 'failed', 'cancelled'].includes(status)

type From = { from_step?: string; seq?: number }

/** Runs it again, from a step on where one is named, and shows the new run. */
export function useRerun(run_id: string, search: LogsSearch) {
  const own = useMessages(runMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (from: From) =>
      call(
        runControlPaths.rerunRun,
        { params: { organization_id: organization.id, run_id }, body: from },
        { creates: true },
      ),
    onSuccess: (again) => {
      client.invalidateQueries({ queryKey: queryKeys.runs(organization.id) })
      navigate({ to: '/logs', search: changed(search, { run: again.run_id, step: undefined, compare: undefined }) })
    },
    onError: (error) => showToast(sentenceOf(error, own.rerunFailed)),
  })
}
