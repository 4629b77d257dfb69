import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import type { Options } from './use-options.ts'

type FilterFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  list: Pick<Options<unknown>, 'field' | 'onKey'>
}

/** Shown over a list in a popover, and drives it. */
export function FilterField({ label, value, onChange, list }: FilterFieldProps) {
  return (
    <div className="relative shrink-0 border-b border-line">
      <Search aria-hidden className="absolute top-3 left-3 size-4 text-faint" />
      <input
        // biome-ignore lint/a11y/noAutofocus: opening the list is asking to type
        autoFocus
        {...list.field}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={list.onKey}
        className="h-10 w-full bg-transparent pr-3 pl-9 text-base outline-none placeholder:text-faint md:text-sm"
      />
    </div>
  )
}

type OptionProps<T> = Omit<ComponentProps<'div'>, 'onClick'> & {
  list: Options<T>
  item: T
  onChoose: (item: T) => void
}

/** One row of a list that a text field drives; the pointer chooses it too. */
export function Option<T>({ list, item, onChoose, className, ...rest }: OptionProps<T>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys for it
    <div
      role="option"
      {...list.option(item)}
      tabIndex={-1}
      {...rest}
      onPointerMove={() => list.activate(item)}
      onClick={() => onChoose(item)}
      className={classNames('flex cursor-default items-center select-none data-active:bg-hover', className)}
    />
  )
}
