import { type FormEvent, useState } from 'react'
import { ApiError } from '#contracts/client.ts'
import type { QuestionAnswer } from '#contracts/run-control.ts'
import type { ToolToApprove } from '#contracts/waiting.ts'
import { formatMoment } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { toolMessages } from '../conversation/tools/messages.ts'
import { Payload } from '../conversation/tools/payload.tsx'
import { nameOfTool } from '../conversation/tools/tool-name.ts'
import { questionMessages } from './messages.ts'

export type Asked = {
  kind: 'text' | 'choice' | 'approval'
  choices: readonly string[]
  expires_at: string | null
  tool: ToolToApprove | null
}

type AnswerFormProps = {
  asked: Asked
  /** Rejects with what speaks against the answer. */
  onAnswer: (answer: QuestionAnswer) => Promise<unknown>
}

/** What a person answers with: words, one of the choices, or whether something may be done. */
export function AnswerForm({ asked, onAnswer }: AnswerFormProps) {
  const words = useMessages(questionMessages)
  const language = useLanguage()
  const [sending, setSending] = useState<QuestionAnswer | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const answer = async (given: QuestionAnswer) => {
    setSending(given)
    setError(null)
    try {
      await onAnswer(given)
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
      setSending(null)
    }
  }
  const Fields = fields[asked.kind]
  return (
    <div className="space-y-3">
      {asked.tool && <ToolToCall tool={asked.tool} />}
      <Fields asked={asked} sending={sending} onAnswer={answer} />
      {asked.expires_at && (
        <p className="text-xs text-muted">
          {words.until} <time dateTime={asked.expires_at}>{formatMoment(asked.expires_at, language)}</time>
        </p>
      )}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {isGone(error) ? words.gone : sentenceOf(error, words.failed)}
        </p>
      )}
    </div>
  )
}

const isGone = (error: Error) => error instanceof ApiError && (error.code === 'NOT_WAITING' || error.status === 404)

type FieldsProps = { asked: Asked; sending: QuestionAnswer | null; onAnswer: (answer: QuestionAnswer) => void }

const fields = { text: TextAnswer, choice: Choices, approval: Approval }

function TextAnswer({ sending, onAnswer }: FieldsProps) {
  const words = useMessages(questionMessages)
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAnswer({ value: text })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <TextArea
        label={words.yourAnswer}
        rows={2}
        maxLength={100_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" look="primary" busy={sending !== null} disabled={text.trim() === ''}>
        {words.send}
      </Button>
    </form>
  )
}

function Choices({ asked: { choices }, sending, onAnswer }: FieldsProps) {
  const words = useMessages(questionMessages)
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{words.yourAnswer}</legend>
      {choices.map((choice) => (
        <Button
          key={choice}
          className="h-auto min-h-9 max-w-full py-1.5 wrap-anywhere whitespace-normal"
          busy={sending?.value === choice}
          disabled={sending !== null}
          onClick={() => onAnswer({ value: choice })}
        >
          {choice}
        </Button>
      ))}
    </fieldset>
  )
}

function Approval({ sending, onAnswer }: FieldsProps) {
  const words = useMessages(questionMessages)
  const [note, setNote] = useState('')
  const decide = (approved: boolean) => onAnswer({ approved, ...(note.trim() && { note: note.trim() }) })
  return (
    <>
      <TextArea
        label={words.note}
        hint={words.noteHint}
        rows={2}
        maxLength={5000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          busy={sending?.approved === true}
          disabled={sending !== null}
          onClick={() => decide(true)}
        >
          {words.approve}
        </Button>
        <Button busy={sending?.approved === false} disabled={sending !== null} onClick={() => decide(false)}>
          {words.refuse}
        </Button>
      </div>
    </>
  )
}

function ToolToCall({ tool }: { tool: ToolToApprove }) {
  const words = useMessages(questionMessages)
  const tools = useMessages(toolMessages)
  return (
    <>
      <p className="text-sm font-medium text-balance">{words.mayCall(nameOfTool(tool.name, tools.tools))}</p>
      {tool.input === undefined ? (
        <p className="text-xs text-muted">{words.largeInput}</p>
      ) : (
        <Payload label={words.toolInput} value={tool.input} />
      )}
    </>
  )
}
