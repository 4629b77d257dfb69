import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '#contracts/client.ts'
import * as runControlPaths from '#contracts/paths/run-control.ts'
import type { QuestionAnswer, RunQuestion } from '#contracts/run-control.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useTitle } from '../../lib/title.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { AnswerForm } from '../run-questions/answer-form.tsx'
import { LoginFrame } from '../sign-in/login-frame.tsx'
import { answerLinkMessages } from './messages.ts'

/** For everyone who has the link: one question of a workflow, answered once. */
export function AnswerPage() {
  const words = useMessages(answerLinkMessages)
  const { token } = useParams({ from: '/answer/$token' })
  const question = useQuestion(token)
  const answer = useMutation({
    mutationFn: (body: QuestionAnswer) => call(runControlPaths.answerWorkflowQuestion, { params: { token }, body }),
  })
  useTitle(words.title)
  return (
    <LoginFrame>
      {answer.isSuccess ? (
        <StatusMessage title={words.thanks}>{words.thanksText}</StatusMessage>
      ) : question.data ? (
        <Shown found={question.data} onAnswer={answer.mutateAsync} />
      ) : question.isError ? (
        <LoadFailed title={words.failed} query={question} />
      ) : (
        <Loading />
      )}
    </LoginFrame>
  )
}

type Found = RunQuestion | 'answered' | 'missing'

function useQuestion(token: string) {
  return useQuery({
    queryKey: queryKeys.answerLink(token),
    queryFn: async ({ signal }): Promise<Found> => {
      try {
        return (await call(runControlPaths.showWorkflowQuestion, { params: { token } }, { signal })).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) return 'answered'
        if (error instanceof ApiError && error.status === 404) return 'missing'
        throw error
      }
    },
    refetchOnMount: 'always',
  })
}

type ShownProps = { found: Found; onAnswer: (answer: QuestionAnswer) => Promise<unknown> }

function Shown({ found, onAnswer }: ShownProps) {
  const words = useMessages(answerLinkMessages)
  if (found === 'answered') return <StatusMessage title={words.answered}>{words.answeredText}</StatusMessage>
  if (found === 'missing') return <StatusMessage title={words.missing}>{words.missingText}</StatusMessage>
  return (
    <>
      <h1 className="mb-5 text-lg font-semibold tracking-tight wrap-anywhere whitespace-pre-wrap">{found.question}</h1>
      <AnswerForm asked={{ ...found, tool: null }} onAnswer={onAnswer} />
    </>
  )
}

function StatusMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      <p className="mt-2 text-pretty text-muted">{children}</p>
    </div>
  )
}

function Loading() {
  const words = useMessages(answerLinkMessages)
  return (
    <div className="space-y-3">
      <span className="sr-only">{words.loading}</span>
      <Skeleton className="h-7 w-3/4" />
      <Skeleton className="mt-6 h-20" />
    </div>
  )
}
