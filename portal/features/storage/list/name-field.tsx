import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { StorageEntry } from '#contracts/storage.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { storageMessages } from '../messages.ts'

/** A name that is edited in its place: Enter keeps it, Escape leaves it as it was. The ending is not selected. */
export function NameField({ entry, onDone }: { entry: StorageEntry; onDone: (name: string | null) => void }) {
  const words = useMessages(storageMessages)
  const [name, setName] = useState(entry.name)
  const isDone = useRef(false)
  const end = (keep: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const wanted = name.trim()
    onDone(keep && wanted !== '' && wanted !== entry.name ? wanted : null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') end(true)
    if (event.key === 'Escape') end(false)
  }
  const onFocus = ({ target }: FocusEvent<HTMLInputElement>) => {
    const dot = entry.type === 'file' ? entry.name.lastIndexOf('.') : -1
    target.setSelectionRange(0, dot > 0 ? dot : entry.name.length)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: renaming was just asked for
      autoFocus
      aria-label={words.newName}
      value={name}
      onChange={(event) => setName(event.target.value)}
      onFocus={onFocus}
      onBlur={() => end(true)}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      className="h-8 min-w-0 grow rounded-md border border-accent bg-surface px-1.5 text-sm outline-none"
    />
  )
}
