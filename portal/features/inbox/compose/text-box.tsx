import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { useGrowing } from '../../conversation/compose/use-growing.ts'
import { NoCannedReplies, TextMenu } from './text-menu.tsx'
import type { TextMenuState } from './use-text-menu.ts'

const looks = {
  reply: {
    box: 'border-line-strong bg-raised shadow-[0_1px_3px_oklch(0_0_0/5%)] focus-within:border-accent',
    field: 'placeholder:text-faint',
  },
  note: { box: 'border-warning/40 bg-warning-soft focus-within:border-warning', field: 'placeholder:text-muted' },
}

type TextBoxProps = Omit<ComponentProps<'textarea'>, 'onChange' | 'children'> & {
  look: keyof typeof looks
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  text: string
  menu: TextMenuState
  onText: (text: string) => void
  onSend: () => void
  onLeave: () => void
  /** Shown below the box. */
  notice: ReactNode
  /** The buttons, including Send. */
  children: ReactNode
}

/** Where a text of the conversation is written: Enter sends it, Escape leaves it, and a menu opens where the caret is. */
export function TextBox(props: TextBoxProps) {
  const { look, field, label, text, menu, onText, onSend, onLeave, notice, children, ...rest } = props
  useGrowing(field, text)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || menu.onKey(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      return onLeave()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (event.altKey) document.execCommand('insertText', false, '\n')
    else onSend()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
      className="mx-auto w-full max-w-3xl shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6 md:pb-4"
    >
      <div className={classNames('relative flex items-end rounded-2xl border transition-colors', looks[look].box)}>
        {menu.isOpen && <TextMenu menu={menu} />}
        {menu.isVain && <NoCannedReplies />}
        <textarea
          {...rest}
          ref={field}
          rows={1}
          value={text}
          onChange={(event) => {
            onText(event.target.value)
            menu.follow()
          }}
          onSelect={menu.follow}
          onBlur={menu.close}
          onKeyDown={onKeyDown}
          {...menu.field}
          aria-label={label}
          placeholder={label}
          enterKeyHint="send"
          className={classNames(
            'block field-sizing-content max-h-[40dvh] min-w-0 grow resize-none bg-transparent py-3 pl-4 text-base leading-6 outline-none placeholder:truncate md:text-read',
            looks[look].field,
          )}
        />
        <div className="flex gap-1 p-2">{children}</div>
      </div>
      {notice}
    </form>
  )
}
