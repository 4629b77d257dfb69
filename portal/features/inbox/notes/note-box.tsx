import { Lock } from 'lucide-react'
import { useRef } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { IconButton } from '../../../ui/button.tsx'
import { drafts, useDraft } from '../../conversation/compose/drafts.ts'
import { TextBox } from '../compose/text-box.tsx'
import { replyFieldId } from '../conversation/reply-box.tsx'
import { mentionedIn } from './mentioned-in.ts'
import { noteMessages } from './messages.ts'
import { noteAttempts } from './note-attempts.ts'
import { useWriteNote } from './use-notes.ts'
import { usePeopleMenu } from './use-people-menu.ts'

type NoteBoxProps = { conversationId: string; draftKey: string; onLeave: () => void }

/** A text for colleagues alone. It stays here until the server has it. */
export function NoteBox({ conversationId, draftKey, onLeave }: NoteBoxProps) {
  const words = useMessages(noteMessages)
  const { text } = useDraft(draftKey)
  const field = useRef<HTMLTextAreaElement>(null)
  const { menu, viewers } = usePeopleMenu(field, conversationId)
  const accept = (saved: string) => {
    noteAttempts.clear(draftKey)
    // Also after its box has gone, and not what was written since.
    if (drafts.read(draftKey).text.trim() === saved) drafts.write(draftKey, { text: '' })
  }
  const { mutate, isPending, error, reset } = useWriteNote(conversationId, accept)
  useServerEvent('conversation.note_created', ({ client_note_id }) => {
    const attempt = noteAttempts.read(draftKey)
    // Its own answer may be lost.
    if (attempt === null || client_note_id !== attempt.id) return
    accept(attempt.content)
    reset()
  })
  const content = text.trim()
  const canSave = content !== '' && !isPending
  const save = () => {
    if (!canSave) return
    const client_note_id = noteAttempts.idOf(draftKey, content)
    mutate({ content, mentioned_user_ids: mentionedIn(content, viewers), client_note_id })
    field.current?.focus()
  }
  return (
    <TextBox
      id={replyFieldId}
      look="note"
      field={field}
      label={words.field}
      title={words.keys}
      aria-describedby="inbox-note-notice"
      text={text}
      readOnly={isPending}
      menu={menu}
      onText={(next) => {
        drafts.write(draftKey, { text: next })
        if (error) reset()
      }}
      onSend={save}
      onLeave={onLeave}
      notice={
        <p id="inbox-note-notice" role={error ? 'alert' : undefined} className="px-1 pt-1.5 text-2xs text-muted">
          {error ? <span className="text-danger">{sentenceOf(error, words.notSaved)}</span> : words.private}
        </p>
      }
    >
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
    </TextBox>
  )
}
