import { useId, useState } from 'preact/hooks'
import type { Message } from '#contracts/conversations.ts'
import { react } from '../state/feedback.ts'
import { getWords } from '../words/words.ts'
import { Icon } from './icon.tsx'

const LONGEST = 500
type Reaction = NonNullable<Message['reaction']>

/** What a visitor thinks of an answer: a reaction, and for anyone who wants to say more a reason. */
export function Feedback({ message }: { message: Message }) {
  const words = getWords()
  // What the form is about is what the visitor chose, whatever event of the message comes meanwhile.
  const [open, setOpen] = useState<Reaction | null>(null)
  const { reaction } = message
  const choose = (choice: Reaction) => {
    const next = reaction === choice ? null : choice
    setOpen(next)
    void react(message, { reaction: next, ...(next !== reaction && { feedback_comment: null }) })
  }
  return (
    <div class="feedback">
      <div class="feedback-buttons">
        {(['like', 'dislike'] as const).map((choice) => (
          <button
            key={choice}
            type="button"
            class="tool small"
            aria-label={words[choice]}
            aria-pressed={reaction === choice}
            onClick={() => choose(choice)}
          >
            <Icon name={choice} size={16} />
          </button>
        ))}
        {reaction && !open && (
          <span class="feedback-comment">
            {message.feedback_comment ?? words.thanks}
            <button type="button" class="link" onClick={() => setOpen(reaction)}>
              {words.edit}
            </button>
          </span>
        )}
      </div>
      {open && <Reasons key={open} message={message} reaction={open} onDone={() => setOpen(null)} />}
    </div>
  )
}

function Reasons({ message, reaction, onDone }: { message: Message; reaction: Reaction; onDone: () => void }) {
  const words = getWords()
  const id = useId()
  const presets = words.reasons[reaction]
  const before = message.feedback_comment ?? ''
  const isOwn = before !== '' && !presets.includes(before)
  const [chosen, choose] = useState<string | null>(isOwn ? words.other : before || null)
  const [text, setText] = useState(isOwn ? before : '')
  const comment = (chosen === words.other ? text : (chosen ?? '')).trim()
  const submit = async (event: Event) => {
    event.preventDefault()
    if (await react(message, { reaction, feedback_comment: comment || null })) onDone()
  }
  return (
    <form class="reasons" aria-labelledby={id} onSubmit={submit}>
      <p id={id}>{words.feedbackTitle[reaction]}</p>
      <div class="chips">
        {[...presets, words.other].map((reason) => (
          <button
            key={reason}
            type="button"
            class="chip"
            aria-pressed={chosen === reason}
            onClick={() => choose(chosen === reason ? null : reason)}
          >
            {reason}
          </button>
        ))}
      </div>
      {chosen === words.other && (
        <textarea
          aria-label={words.otherPlaceholder}
          placeholder={words.otherPlaceholder}
          maxLength={LONGEST}
          rows={2}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <div class="reasons-buttons">
        <button type="button" class="quiet" onClick={onDone}>
          {words.notNow}
        </button>
        <button type="submit" class="strong" disabled={comment === ''}>
          {words.sendFeedback}
        </button>
      </div>
    </form>
  )
}
