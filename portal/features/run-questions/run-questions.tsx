import { addressOfAnswer } from '../../lib/answer-link.ts'
import { useMessages } from '../../lib/i18n.ts'
import { CopyText } from '../page-parts/copy-text.tsx'
import { AnswerForm } from './answer-form.tsx'
import { questionMessages } from './messages.ts'
import { useAnswerRun, useRunQuestions } from './use-run-questions.ts'

/** What the run waits for people to answer; a flow's question may be sent on as a link. */
export function RunQuestions({ run_id }: { run_id: string }) {
  const words = useMessages(questionMessages)
  const { data } = useRunQuestions(run_id, true)
  const answer = useAnswerRun(run_id)
  if (!data || data.data.length === 0) return null
  return (
    <section aria-label={words.waiting} className="w-full text-sm">
      <h2 className="mb-2 text-base font-semibold tracking-tight">{words.waiting}</h2>
      <ul className="max-w-2xl space-y-3">
        {data.data.map((asked) => (
          <li key={asked.question_id} className="rounded-xl border border-line bg-raised p-4">
            {!asked.tool && <p className="mb-3 font-medium wrap-anywhere whitespace-pre-wrap">{asked.question}</p>}
            <AnswerForm asked={asked} onAnswer={(given) => answer(asked.question_id, given)} />
            {asked.token && (
              <p className="mt-4 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3 text-xs text-muted">
                {words.answerLink}
                <CopyText label={words.copyAnswerLink} text={addressOfAnswer(asked.token)} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
