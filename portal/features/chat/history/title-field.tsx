import { type KeyboardEvent, useRef, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { historyMessages } from './messages.ts'

type TitleFieldProps = { title: string; className?: string; onDone: (title: string | null) => void }

const longestTitle = 200

/** A title that is being edited in its place: Enter keeps it, Escape leaves it as it was. */
export function TitleField({ title, className, onDone }: TitleFieldProps) {
  const words = useMessages(historyMessages)
  const [text, setText] = useState(title)
  const isDone = useRef(false)
  const end = (keep: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const wanted = text.trim()
    onDone(keep && wanted !== '' && wanted !== title ? wanted : null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') end(true)
    if (event.key === 'Escape') end(false)
    event.stopPropagation()
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: renaming was just asked for
      autoFocus
      aria-label={words.title}
      value={text}
      maxLength={longestTitle}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => end(true)}
      onKeyDown={onKeyDown}
      className={classNames('min-w-0 grow rounded-md border border-accent bg-surface px-1.5 outline-none', className)}
    />
  )
}
