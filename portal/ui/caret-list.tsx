import type { ReactNode } from 'react'
import { Option } from './option.tsx'
import type { CaretMenu } from './use-caret-menu.ts'

type CaretListProps<T extends { id: string; text: string; note?: string }> = {
  label: string
  menu: CaretMenu<T>
  /** What is before the text of an option. */
  mark?: (option: T) => ReactNode
}

/** Shown over the field that it belongs to. */
export function CaretList<T extends { id: string; text: string; note?: string }>(props: CaretListProps<T>) {
  const { label, menu, mark } = props
  return (
    <div
      role="listbox"
      id={menu.list.listId}
      aria-label={label}
      className="absolute bottom-full left-0 z-20 mb-2 max-h-72 w-[min(24rem,100%)] animate-[appear_120ms_ease-out] overflow-y-auto rounded-xl border border-line bg-raised p-1.5 shadow-float"
    >
      <div role="presentation" className="px-2 pt-0.5 pb-1.5 text-2xs font-medium text-faint">
        {label}
      </div>
      {menu.options.map((option) => (
        <Option
          key={option.id}
          list={menu.list}
          item={option}
          onChoose={menu.choose}
          // The field keeps the focus, and with it the caret.
          onMouseDown={(event) => event.preventDefault()}
          className="h-10 gap-2.5 rounded-lg px-2"
        >
          {mark?.(option)}
          <span className="max-w-[70%] shrink-0 truncate text-sm font-medium">{option.text}</span>
          {option.note && <span className="min-w-0 truncate text-xs text-faint">{option.note}</span>}
        </Option>
      ))}
    </div>
  )
}
