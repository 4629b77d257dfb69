import { type KeyboardEvent, type RefObject, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { TextMenu } from './text-menu.tsx'
import type { TextMenuState } from './use-text-menu.ts'

const looks = {
  reply: 'border-line-strong bg-raised focus:border-accent',
  note: 'border-warning/40 bg-warning-soft focus:border-warning',
}

type EditBoxProps = {
  look: keyof typeof looks
  words: { edit: string; save: string; cancel: string }
  /** As it is so far. */
  text: string
  busy: boolean
  onSave: (text: string) => void
  onCancel: () => void
  field?: RefObject<HTMLTextAreaElement | null>
  /** Opens where the caret is in the field. */
  menu?: TextMenuState
}

/** Replaces a message or note while its author edits it. */
export function EditBox({ look, words, text, busy, onSave, onCancel, field, menu }: EditBoxProps) {
  const [value, setValue] = useState(text)
  const save = () => value.trim() !== '' && onSave(value.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || menu?.onKey(event)) return
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
    <div data-typing-area className="space-y-2">
      <div className="relative">
        {menu?.isOpen && <TextMenu menu={menu} />}
        <textarea
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: to edit is to type
          autoFocus
          rows={2}
          aria-label={words.edit}
          value={value}
          onChange={(event) => {
            setValue(event.target.value)
            menu?.follow()
          }}
          onSelect={menu?.follow}
          onBlur={menu?.close}
          onKeyDown={onKeyDown}
          {...menu?.field}
          className={classNames(
            'block field-sizing-content max-h-[40dvh] w-full resize-none rounded-xl border px-4 py-2 text-base leading-6 outline-none md:text-read',
            looks[look],
          )}
        />
      </div>
      <div className="flex gap-2">
        <Button size="small" look="primary" busy={busy} disabled={value.trim() === ''} onClick={save}>
          {words.save}
        </Button>
        <Button size="small" look="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </div>
  )
}
