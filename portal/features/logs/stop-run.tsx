import { useMutation } from '@tanstack/react-query'
import type { RunDetail } from '#contracts/logged-runs.ts'
import * as runControlPaths from '#contracts/paths/run-control.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { logMessages } from './messages.ts'

/** Ends a run that is queued, executed or waits, also one that nobody is going to answer. */
export function StopRun({ run: { run_id, status } }: { run: Pick<RunDetail, 'run_id' | 'status'> }) {
  const words = useMessages(logMessages)
  const { organization } = useSession()
  const stop = useMutation({
    mutationFn: () => call(runControlPaths.cancelRun, { params: { organization_id: organization.id, run_id } }),
    onError: (error) => showToast(sentenceOf(error, words.stopFailed)),
  })
  if (status !== 'queued' && status !== 'running' && status !== 'suspended') return null
  return (
    <Button size="small" busy={stop.isPending} onClick={() => stop.mutate()}>
      {words.stop}
    </Button>
  )
}
