import { Braces } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { controlClass, Field } from '../../../ui/field.tsx'
import { Option } from '../../../ui/option.tsx'
import { type CaretMenu, insertText, type TextElement } from '../../../ui/use-caret-menu.ts'
import { stepMessages } from './messages.ts'
import type { Placeholder } from './placeholders.ts'
import { useStepContext } from './step-context.tsx'
import { useCompletion } from './use-completion.ts'

type TemplateFieldProps = {
  label: string
  isLabelHidden?: boolean
  hint?: string | undefined
  error?: string | undefined
  placeholder?: string
  value: string
  onChange: (text: string) => void
  /** Several lines; how many there are at first. */
  rows?: number
  isCode?: boolean
  /** Braces are no placeholders here. */
  isPlain?: boolean
  className?: string
}

/** A text field with completion of placeholders from `{{`. */
export function TemplateField({ label, isLabelHidden = false, hint, error, className, ...rest }: TemplateFieldProps) {
  const words = useMessages(stepMessages)
  const field = useRef<TextElement>(null)
  const completion = useCompletion(field)
  const { lastField } = useStepContext()
  const { value, onChange, placeholder, rows, isCode, isPlain = false } = rest
  const open = () => {
    if (field.current) insertText(field.current, '{{')
    completion.follow()
  }
  const isOpen = completion.isOpen && !isPlain
  const rememberField = (element: TextElement | null) => {
    field.current = element
  }
  const look = classNames(controlClass, !isPlain && 'pr-9', isCode && 'font-mono text-xs!')
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error} {...(className && { className })}>
      {(control) => {
        const props = {
          ...control,
          'data-template': isPlain ? undefined : true,
          ...(isOpen && completion.list.field),
          value,
          placeholder,
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellCheck: !isCode,
          onKeyDown: (event: KeyboardEvent) => void (isOpen && completion.onKey(event)),
          onSelect: completion.follow,
          onBlur: completion.close,
          onFocus: () => {
            if (!isPlain) lastField.current = field.current
          },
        }
        return (
          <div className="relative">
            {rows === undefined ? (
              <input
                {...props}
                ref={rememberField}
                onChange={(event) => onChange(event.target.value)}
                className={classNames(look, 'h-9')}
              />
            ) : (
              <textarea
                {...props}
                ref={rememberField}
                rows={rows}
                onChange={(event) => onChange(event.target.value)}
                className={classNames(look, 'min-h-16 py-1.5 leading-6')}
              />
            )}
            {!isPlain && (
              <div className="absolute top-1 right-1 pointer-coarse:-top-0.5 pointer-coarse:right-0">
                <ActionButton label={words.insert(label)} onClick={open}>
                  <Braces aria-hidden />
                </ActionButton>
              </div>
            )}
            {isOpen && <CompletionList completion={completion} />}
          </div>
        )
      }}
    </Field>
  )
}

function CompletionList({ completion: { options, list, choose } }: { completion: CaretMenu<Placeholder> }) {
  const words = useMessages(stepMessages)
  return (
    <div
      role="listbox"
      id={list.listId}
      aria-label={words.named}
      // The text keeps the focus, and with it the list.
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float"
    >
      {options.map((option, index) => (
        <div key={option.name} role="presentation">
          {option.from !== options[index - 1]?.from && (
            <div role="presentation" className="px-2 pt-1.5 pb-0.5 text-2xs font-medium text-muted">
              {words.from[option.from]}
            </div>
          )}
          <Option list={list} item={option} onChoose={choose} className="gap-2 rounded-md px-2 py-1 text-xs">
            <span className="min-w-0 shrink-0 max-w-[70%] truncate font-mono">{option.name}</span>
            {option.sample && <span className="min-w-0 grow truncate text-right text-muted">{option.sample}</span>}
          </Option>
        </div>
      ))}
    </div>
  )
}
