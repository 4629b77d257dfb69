import type { TargetedSubmitEvent } from 'preact'
import type { Message } from '#contracts/conversations.ts'
import { answerWebchatQuestion } from '#contracts/paths/webchat.ts'
import { callApi } from '../../lib/api.ts'
import { notify } from '../state/store.ts'
import { getWords } from '../words/words.ts'

/** What the teammate’s answer waits for, where it is a word of the visitor; the question itself is in the answer. */
export function Question({ message: { id, conversation_id, waiting_for } }: { message: Message }) {
  if (waiting_for?.kind !== 'question') return null
  const { question_id, choices } = waiting_for
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = new FormData(event.currentTarget, event.submitter).get('value') as string
    const body = { conversation_id, question_id, value }
    callApi(answerWebchatQuestion, { params: { message_id: id }, body }).catch(() => notify(getWords().notSent))
  }
  return (
    <form class="choices" onSubmit={submit}>
      {choices?.map((choice) => (
        <button key={choice} type="submit" name="value" value={choice} class="quiet">
          {choice}
        </button>
      )) ?? (
        <>
          <input name="value" required aria-label={getWords().message} placeholder={getWords().placeholder} />
          <button type="submit" class="strong">
            {getWords().send}
          </button>
        </>
      )}
    </form>
  )
}
