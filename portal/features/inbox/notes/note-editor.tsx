import { type KeyboardEvent, useRef, useState } from 'react'
import type { EditNote, Note } from '#contracts/notes.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextMenu } from '../compose/text-menu.tsx'
import { mentionedIn } from './mentioned-in.ts'
import { noteMessages } from './messages.ts'
import { usePeopleMenu } from './use-people-menu.ts'

type NoteEditorProps = { note: Note; busy: boolean; onCancel: () => void; onSave: (body: EditNote) => void }

export function NoteEditor({ note, busy, onCancel, onSave }: NoteEditorProps) {
  const words = useMessages(noteMessages)
  const [value, setValue] = useState(note.content)
  const field = useRef<HTMLTextAreaElement>(null)
  const { menu, viewers } = usePeopleMenu(field, note.conversation_id)
  const text = value.trim()
  // Who was mentioned before stays so while their name stands, whether or not they still see the conversation.
  const save = () =>
    text !== '' &&
    onSave({ content: text, mentioned_user_ids: mentionedIn(text, [...note.mentioned_users, ...viewers]) })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || menu.onKey(event)) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      event.preventDefault()
      onCancel()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
    event.preventDefault()
    save()
  }
  return (
    <div className="space-y-2">
      <div className="relative">
        {menu.isOpen && <TextMenu menu={menu} />}
        <textarea
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: to edit is to type
          autoFocus
          rows={2}
          aria-label={words.edit}
          value={value}
          onChange={(event) => {
            setValue(event.target.value)
            menu.follow()
          }}
          onSelect={menu.follow}
          onBlur={menu.close}
          onKeyDown={onKeyDown}
          {...menu.field}
          className="block field-sizing-content max-h-[40dvh] w-full resize-none rounded-xl border border-warning/40 bg-warning-soft px-4 py-2 text-base leading-6 outline-none focus:border-warning md:text-read"
        />
      </div>
      <div className="flex gap-2">
        <Button size="small" look="primary" busy={busy} disabled={text === ''} onClick={save}>
          {words.save}
        </Button>
        <Button size="small" look="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </div>
  )
}
