import { Search } from 'lucide-react'
import { classNames } from './class-names.ts'
import { controlClass } from './field.tsx'

type SearchFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
  /** Where there is no room for the label. */
  placeholder?: string
  /** For code that moves the focus here. */
  id?: string
}

/** Narrows what is listed below it; Escape empties it. */
export function SearchField({ label, placeholder = label, value, onChange, className, id }: SearchFieldProps) {
  return (
    <label className={classNames('relative block', className)}>
      <span className="sr-only">{label}</span>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-2 left-3 size-4 pointer-coarse:top-3 text-faint"
      />
      <input
        id={id}
        type="search"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
        className={classNames(controlClass, 'h-8 pl-9 pointer-coarse:h-10')}
      />
    </label>
  )
}
