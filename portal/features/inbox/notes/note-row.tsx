import { Lock } from 'lucide-react'
import { memo, useState } from 'react'
import type { Note } from '#contracts/notes.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { Author } from '../../conversation/list/author.tsx'
import { MessageItem } from '../../conversation/list/message-item.tsx'
import { ChangeButtons } from '../conversation/change-buttons.tsx'
import { replyFieldId } from '../conversation/reply-box.tsx'
import { noteMessages } from './messages.ts'
import { NoteEditor } from './note-editor.tsx'
import { NoteText } from './note-text.tsx'
import { useChangeNote } from './use-notes.ts'

/** A note among messages, with its own background so that it is not taken for a message. */
export const NoteRow = memo(function NoteRow({ note, isLast }: { note: Note; isLast: boolean }) {
  const words = useMessages(noteMessages)
  const { user } = useSession()
  const isMine = note.author?.id === user.id
  const [isEditing, setEditing] = useState(false)
  const { edit, remove } = useChangeNote(note)
  const deleteNote = () =>
    remove.mutate(undefined, {
      // Its buttons go with it.
      onSuccess: () => document.getElementById(replyFieldId)?.focus(),
      onError: (error) => showToast(sentenceOf(error, words.deleteFailed)),
    })
  return (
    <MessageItem isLast={isLast}>
      <Author
        name={isMine ? words.you : (note.author?.name ?? words.somebody)}
        face={note.author?.name}
        picture={note.author?.picture ?? null}
        at={note.created_at}
        note={
          <>
            <Badge tone="warning">
              <Lock aria-hidden />
              {words.privateNote}
            </Badge>
            {note.edited_at && <span className="text-2xs text-faint">{words.edited}</span>}
          </>
        }
      />
      <div className="md:pl-8">
        {isEditing ? (
          <NoteEditor
            note={note}
            busy={edit.isPending}
            onCancel={() => setEditing(false)}
            onSave={(body) =>
              edit.mutate(body, {
                onSuccess: () => setEditing(false),
                onError: (error) => showToast(sentenceOf(error, words.editFailed)),
              })
            }
          />
        ) : (
          <>
            <p className="w-fit max-w-full rounded-2xl rounded-tl-md border border-warning/30 bg-warning-soft px-4 py-2 text-read wrap-anywhere whitespace-pre-wrap">
              <NoteText content={note.content} people={note.mentioned_users} />
            </p>
            <ChangeButtons
              isMine={isMine}
              words={words}
              action={words.deleteShort}
              onEdit={() => setEditing(true)}
              onDelete={deleteNote}
            />
          </>
        )}
      </div>
    </MessageItem>
  )
})
