import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as runControlPaths from '#contracts/paths/run-control.ts'
import type { QuestionAnswer } from '#contracts/run-control.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'

/** Answers one question of a run. What follows comes by events, to this page as to all others. */
export function useAnswerRun(run_id: string) {
  const { organization } = useSession()
  return (question_id: string, answer: QuestionAnswer) =>
    call(runControlPaths.resumeRun, {
      params: { organization_id: organization.id, run_id },
      body: { question_id, ...answer },
    })
}

/** What a run that waits asks people. */
export function useRunQuestions(run_id: string, isWaiting: boolean) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = [...queryKeys.runs(organization.id), 'questions', run_id]
  useServerEvent('workflow_run.updated', (event) => {
    if (event.run_id === run_id) client.invalidateQueries({ queryKey, exact: true })
  })
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(runControlPaths.listRunQuestions, { params: { organization_id: organization.id, run_id } }, { signal }),
    enabled: isWaiting,
    refetchOnMount: 'always',
  })
}
