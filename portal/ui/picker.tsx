import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { hasWords } from '#contracts/fold-text.ts'
import { classNames } from './class-names.ts'
import { controlClass, Field } from './field.tsx'
import { FilterField, Option } from './option.tsx'
import { Popover } from './popover.tsx'
import { useOptions } from './use-options.ts'

export type PickerOption = {
  value: string
  label: string
  /** Searched like the label. */
  keywords?: string
  group?: string
  disabled?: boolean
  /** Shown behind the label: badges, a lock. */
  note?: ReactNode
  /** Only in the list, where there is room for it: a price. */
  detail?: string | undefined
}

export type PickerWords = { find: string; none: string }

type PickerProps = {
  label: string
  /** For a place that says by itself what is chosen. */
  isLabelHidden?: boolean
  hint?: ReactNode
  error?: string | undefined
  words: PickerWords
  value: string
  /** What is there while nothing is chosen. */
  placeholder?: string
  options: readonly PickerOption[]
  onChange: (value: string) => void
  /** Is called with what is typed, and offers as `options` what was found for it; without it all options are looked through here. */
  onFind?: (wanted: string) => void
  disabled?: boolean
  className?: string
  /** Under the list: what to do about values that cannot be chosen. */
  footer?: ReactNode
}

/** One of many values, found by typing. */
export function Picker({
  label,
  isLabelHidden = false,
  hint,
  error,
  words,
  value,
  placeholder,
  options,
  onChange,
  onFind,
  disabled,
  className,
  footer,
}: PickerProps) {
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  const turn = (next: boolean) => {
    setOpen(next)
    // Clears the previous search.
    if (!next) onFind?.('')
  }
  const choose = (option: PickerOption) => {
    if (option.disabled) return
    onChange(option.value)
    turn(false)
  }
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error} className={className}>
      {(control) => (
        <Popover
          label={label}
          open={open}
          onOpenChange={turn}
          className="w-(--radix-popover-trigger-width) min-w-[min(22rem,90vw)]"
          trigger={
            <button
              {...control}
              type="button"
              disabled={disabled}
              className={classNames(controlClass, 'flex h-9 items-center justify-between gap-2 text-left')}
            >
              <span className="flex min-w-0 grow items-center gap-2">
                <span className="truncate">
                  {chosen?.label ?? (value || <span className="text-faint">{placeholder}</span>)}
                </span>
                {/* What is behind one that cannot be chosen may be a link, which has no place in a button. */}
                {chosen?.note && !chosen.disabled && <span className="max-w-3/4 shrink-0 truncate">{chosen.note}</span>}
              </span>
              <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
            </button>
          }
        >
          <Choices label={label} words={words} value={value} options={options} onFind={onFind} onChoose={choose} />
          {footer && <div className="shrink-0 border-t border-line px-3.5 py-2.5 text-xs text-muted">{footer}</div>}
        </Popover>
      )}
    </Field>
  )
}

type ChoicesProps = Pick<PickerProps, 'label' | 'words' | 'value' | 'options'> & {
  onFind: PickerProps['onFind']
  onChoose: (option: PickerOption) => void
}

function Choices({ label, words, value, options, onFind, onChoose }: ChoicesProps) {
  const [wanted, setWanted] = useState('')
  const found = onFind ? options : options.filter((option) => matches(option, wanted))
  const find = (next: string) => {
    setWanted(next)
    onFind?.(next)
  }
  const list = useOptions(found, { idOf: (option) => option.value, onChoose })
  return (
    <>
      <FilterField label={words.find} value={wanted} onChange={find} list={list} />
      <div role="listbox" id={list.listId} aria-label={label} className="max-h-80 min-h-0 overflow-y-auto p-1.5">
        {found.map((option, index) => (
          <div key={option.value} role="presentation">
            {option.group && option.group !== found[index - 1]?.group && (
              <div role="presentation" className="px-2 pt-2 pb-1 text-2xs font-medium text-faint">
                {option.group}
              </div>
            )}
            <Option
              list={list}
              item={option}
              onChoose={onChoose}
              aria-disabled={option.disabled || undefined}
              className="min-h-8 gap-2 rounded-md px-2 py-1 text-sm aria-disabled:text-faint"
            >
              <span className="min-w-0 grow truncate">{option.label}</span>
              {option.detail && (
                <span className="shrink-0 text-xs text-muted tabular-nums max-sm:hidden">{option.detail}</span>
              )}
              {option.note && <span className="flex shrink-0 items-center gap-1">{option.note}</span>}
              <Check
                aria-hidden
                className={classNames('size-4 shrink-0 text-accent', option.value !== value && 'invisible')}
              />
            </Option>
          </div>
        ))}
        {found.length === 0 && <p className="px-2 py-3 text-sm text-muted">{words.none}</p>}
      </div>
    </>
  )
}

function matches({ label, keywords, group }: PickerOption, wanted: string): boolean {
  return hasWords(`${label} ${keywords ?? ''} ${group ?? ''}`, wanted)
}
