import { useRef } from 'react'
import type { EditNote, Note } from '#contracts/notes.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { EditBox } from '../compose/edit-box.tsx'
import { mentionedIn } from './mentioned-in.ts'
import { noteMessages } from './messages.ts'
import { usePeopleMenu } from './use-people-menu.ts'

type NoteEditorProps = { note: Note; busy: boolean; onCancel: () => void; onSave: (body: EditNote) => void }

export function NoteEditor({ note, busy, onCancel, onSave }: NoteEditorProps) {
  const words = useMessages(noteMessages)
  const field = useRef<HTMLTextAreaElement>(null)
  const { menu, viewers } = usePeopleMenu(field, note.conversation_id)
  // Earlier mentions stay while the name is in the text, even if the person no longer sees the conversation.
  const save = (text: string) =>
    onSave({ content: text, mentioned_user_ids: mentionedIn(text, [...note.mentioned_users, ...viewers]) })
  return (
    <EditBox
      look="note"
      words={words}
      text={note.content}
      busy={busy}
      onSave={save}
      onCancel={onCancel}
      field={field}
      menu={menu}
    />
  )
}
