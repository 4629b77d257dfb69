import { Lock, Pencil, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import type { Note } from '#contracts/notes.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useIsManager, useSession } from '../../../lib/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { Author } from '../../conversation/list/author.tsx'
import { MessageItem } from '../../conversation/list/message-item.tsx'
import { replyFieldId } from '../conversation/reply-box.tsx'
import { noteMessages } from './messages.ts'
import { NoteEditor } from './note-editor.tsx'
import { NoteText } from './note-text.tsx'
import { useChangeNote } from './use-notes.ts'

/** A note among messages, on a ground of its own so that nobody takes it for something that was said. */
export const NoteRow = memo(function NoteRow({ note, isLast }: { note: Note; isLast: boolean }) {
  const words = useMessages(noteMessages)
  const { user } = useSession()
  const isManager = useIsManager()
  const isMine = note.author?.id === user.id
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { edit, remove } = useChangeNote(note)
  const confirm = () => {
    setAsking(false)
    remove.mutate(undefined, {
      // Its buttons go with it.
      onSuccess: () => document.getElementById(replyFieldId)?.focus(),
      onError: (error) => showToast(sentenceOf(error, words.deleteFailed)),
    })
  }
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
            <div className="mt-1 -ml-1.5 flex min-h-7 items-center gap-0.5 opacity-0 transition-opacity group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100 [@media(hover:none)]:opacity-100">
              {isMine && (
                <ActionButton label={words.edit} onClick={() => setEditing(true)}>
                  <Pencil aria-hidden />
                </ActionButton>
              )}
              {(isMine || isManager) && (
                <ActionButton label={words.delete} onClick={() => setAsking(true)}>
                  <Trash2 aria-hidden />
                </ActionButton>
              )}
            </div>
          </>
        )}
      </div>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={words.deleteTitle}
        text={words.deleteText}
        action={words.deleteShort}
        cancel={words.cancel}
        onConfirm={confirm}
      />
    </MessageItem>
  )
})
