import { Hourglass } from 'lucide-react'
import type { Message } from '#contracts/conversations.ts'
import type { WaitingFor } from '#contracts/waiting.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { AnswerForm, type Asked } from '../../run-questions/answer-form.tsx'
import { useAnswerRun } from '../../run-questions/use-run-questions.ts'
import { waitingMessages } from './messages.ts'

/** An answer that continues when someone, or something, has answered. It may be days: nothing moves. */
export function WaitingAnswer({ message, since }: { message: Message; since: string }) {
  const words = useMessages(waitingMessages)
  const language = useLanguage()
  const { run_id, waiting_for: awaited = null } = message
  const isAsked = awaited?.kind === 'question' || awaited?.kind === 'approval'
  return (
    <>
      {isAsked && run_id && <Question key={awaited.question_id} run_id={run_id} awaited={awaited} />}
      <p className="mt-2 flex items-center gap-2 text-sm text-muted">
        <Hourglass aria-hidden className="size-4 shrink-0" />
        <span>
          {awaited?.kind === 'time' ? words.until : words.since[awaited?.kind ?? 'unknown']}{' '}
          <Moment at={awaited?.kind === 'time' ? awaited.until : since} language={language} />
        </span>
      </p>
    </>
  )
}

function Moment({ at, language }: { at: string; language: ReturnType<typeof useLanguage> }) {
  return <time dateTime={at}>{formatMoment(at, language)}</time>
}

type Question = Extract<WaitingFor, { kind: 'question' | 'approval' }>

function Question({ run_id, awaited }: { run_id: string; awaited: Question }) {
  const words = useMessages(waitingMessages)
  const answer = useAnswerRun(run_id)
  return (
    <section aria-label={words.question} className="mt-3 max-w-xl rounded-xl border border-line bg-raised p-4">
      <AnswerForm asked={askedOf(awaited)} onAnswer={(given) => answer(awaited.question_id, given)} />
    </section>
  )
}

function askedOf(awaited: Question): Asked {
  const { expires_at } = awaited
  if (awaited.kind === 'approval') return { kind: 'approval', choices: [], expires_at, tool: awaited.tool }
  const { choices } = awaited
  return { kind: choices ? 'choice' : 'text', choices: choices ?? [], expires_at, tool: null }
}
