import { Lock } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { randomId } from '../../../lib/random-id.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { IconButton } from '../../../ui/button.tsx'
import { drafts, useDraft } from '../../conversation/compose/drafts.ts'
import { useGrowing } from '../../conversation/compose/use-growing.ts'
import { TextMenu } from '../compose/text-menu.tsx'
import { replyFieldId } from '../conversation/reply-box.tsx'
import { mentionedIn } from './mentioned-in.ts'
import { noteMessages } from './messages.ts'
import { useWriteNote } from './use-notes.ts'
import { usePeopleMenu } from './use-people-menu.ts'

type NoteBoxProps = { conversationId: string; draftKey: string; onLeave: () => void }

/** A text for colleagues alone. It stays here until the server has it. */
export function NoteBox({ conversationId, draftKey, onLeave }: NoteBoxProps) {
  const words = useMessages(noteMessages)
  const { text } = useDraft(draftKey)
  const field = useRef<HTMLTextAreaElement>(null)
  useGrowing(field, text)
  const { menu, viewers } = usePeopleMenu(field, conversationId)
  const { mutate, isPending, error, reset } = useWriteNote(conversationId)
  /** The same for the same text, so that trying again writes it once. */
  const attempt = useRef({ text: '', id: '' })
  const content = text.trim()
  const canSave = content !== '' && !isPending
  const save = () => {
    if (!canSave) return
    if (attempt.current.text !== content) attempt.current = { text: content, id: randomId() }
    mutate(
      { content, mentioned_user_ids: mentionedIn(content, viewers), client_note_id: attempt.current.id },
      {
        onSuccess: () => {
          attempt.current = { text: '', id: '' }
          drafts.write(draftKey, { text: '' })
        },
      },
    )
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || menu.onKey(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      return onLeave()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (event.altKey) document.execCommand('insertText', false, '\n')
    else save()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="mx-auto w-full max-w-3xl shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6 md:pb-4"
    >
      <div className="relative flex items-end rounded-2xl border border-warning/40 bg-warning-soft transition-colors focus-within:border-warning">
        {menu.isOpen && <TextMenu menu={menu} />}
        <textarea
          ref={field}
          id={replyFieldId}
          rows={1}
          value={text}
          readOnly={isPending}
          onChange={(event) => {
            drafts.write(draftKey, { text: event.target.value })
            if (error) reset()
            menu.follow()
          }}
          onSelect={menu.follow}
          onBlur={menu.close}
          onKeyDown={onKeyDown}
          {...menu.field}
          aria-label={words.field}
          aria-describedby="inbox-note-notice"
          placeholder={words.field}
          title={words.keys}
          enterKeyHint="send"
          className="block field-sizing-content max-h-[40dvh] min-w-0 grow resize-none bg-transparent py-3 pl-4 text-base leading-6 outline-none placeholder:text-muted md:text-read"
        />
        <div className="p-2">
          <IconButton
            label={words.add}
            look="primary"
            type="submit"
            disabled={!canSave}
            aria-busy={isPending || undefined}
            className="rounded-xl! pointer-coarse:size-10!"
          >
            <Lock aria-hidden />
          </IconButton>
        </div>
      </div>
      <p id="inbox-note-notice" role={error ? 'alert' : undefined} className="px-1 pt-1.5 text-2xs text-muted">
        {error ? <span className="text-danger">{sentenceOf(error, words.notSaved)}</span> : words.private}
      </p>
    </form>
  )
}
