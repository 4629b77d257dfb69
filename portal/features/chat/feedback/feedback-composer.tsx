import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { controlClass } from '../../../ui/field.tsx'
import { feedbackMessages } from './messages.ts'

type FeedbackComposerProps = {
  reaction: 'like' | 'dislike'
  comment: string | null
  busy: boolean
  onSend: (comment: string) => void
  onClose: () => void
}

const maxCharacters = 500

/** Asks why: a ready reason, or one's own words. */
export function FeedbackComposer({ reaction, comment, busy, onSend, onClose }: FeedbackComposerProps) {
  const words = useMessages(feedbackMessages)
  const id = useId()
  const reasons = words.reasons[reaction]
  const [reason, setReason] = useState(() => {
    if (!comment) return null
    return reasons.find((each) => each === comment) ?? words.other
  })
  const [text, setText] = useState(reason === words.other ? (comment ?? '') : '')
  const isOther = reason === words.other
  const newComment = (isOther ? text : (reason ?? '')).trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (newComment) onSend(newComment)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <form
      aria-labelledby={`${id}-title`}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="mt-2 max-w-lg animate-[appear_140ms_ease-out] rounded-xl border border-line bg-raised p-3.5"
    >
      <h3 id={`${id}-title`} className="text-xs font-semibold">
        {words.titles[reaction]}
      </h3>
      <fieldset className="mt-2.5 flex flex-wrap gap-1.5" aria-labelledby={`${id}-title`}>
        {[...reasons, words.other].map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === reason}
            onClick={() => setReason(each)}
            className="h-8 rounded-full border border-line-strong px-3 text-xs text-muted transition-colors hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:h-10"
          >
            {each}
          </button>
        ))}
      </fieldset>
      {isOther && (
        <div className="mt-2.5">
          <textarea
            // biome-ignore lint/a11y/noAutofocus: choosing "Other" is asking to write
            autoFocus
            rows={3}
            maxLength={maxCharacters}
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-label={words.comment}
            aria-describedby={`${id}-count`}
            placeholder={words.placeholder}
            className={`${controlClass} min-h-20 resize-y py-2 leading-5`}
          />
          <p id={`${id}-count`} className="mt-0.5 text-right text-2xs text-faint tabular-nums">
            {words.left(text.length, maxCharacters)}
          </p>
        </div>
      )}
      <div className="mt-3 flex justify-end gap-2">
        <Button look="quiet" size="small" onClick={onClose} className="pointer-coarse:h-10!">
          {words.notNow}
        </Button>
        <Button
          look="primary"
          size="small"
          type="submit"
          busy={busy}
          disabled={!newComment}
          className="pointer-coarse:h-10!"
        >
          {words.send}
        </Button>
      </div>
    </form>
  )
}
