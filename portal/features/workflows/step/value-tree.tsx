import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { stepMessages } from './messages.ts'
import { sampleOf } from './placeholders.ts'

const MAX_CHILDREN = 50

type ValueTreeProps = {
  /** The placeholder's name for the value. */
  name: string
  value: unknown
  /** The label of the action of a click. */
  hint: (name: string) => string
  onPick: (name: string) => void
  depth?: number
}

/** A value as a tree; each part that has a placeholder is a button. Nested values are expanded by a click. */
export function ValueTree({ name, value, hint, onPick, depth = 0 }: ValueTreeProps) {
  const words = useMessages(stepMessages)
  const language = useLanguage()
  const [isOpen, setOpen] = useState(depth === 0)
  const label = depth === 0 ? name : (name.split('.').at(-1) ?? name)
  const all = typeof value === 'object' && value !== null ? Object.entries(value) : []
  // A value without a placeholder is not clickable.
  const children = all.slice(0, MAX_CHILDREN).filter(([child]) => !/[.{}\s]/.test(child))
  const more = all.length - children.length
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center">
        {all.length > 0 ? (
          <button
            type="button"
            aria-label={words.run.inside(name)}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex size-5 shrink-0 items-center justify-center rounded text-muted hover:bg-hover pointer-coarse:size-10"
          >
            <ChevronRight aria-hidden className={classNames('size-3', isOpen && 'rotate-90')} />
          </button>
        ) : (
          <span className="size-5 shrink-0 pointer-coarse:size-10" />
        )}
        <button
          type="button"
          title={hint(`{{${name}}}`)}
          onClick={() => onPick(name)}
          className="inline-flex min-w-0 items-baseline gap-1.5 rounded px-1 text-left hover:bg-hover pointer-coarse:min-h-10"
        >
          <span className="sr-only">{hint(name)}: </span>
          <span className="shrink-0 text-accent">{label}</span>{' '}
          <span className="min-w-0 truncate text-muted">{value === '' ? words.run.empty : sampleOf(value)}</span>
        </button>
      </div>
      {isOpen && all.length > 0 && (
        <div className="ml-2.5 border-l border-line">
          {children.map(([child, inner]) => (
            <ValueTree
              key={child}
              name={`${name}.${child}`}
              value={inner}
              hint={hint}
              onPick={onPick}
              depth={depth + 1}
            />
          ))}
          {more > 0 && <p className="pl-5 text-muted">{words.run.more(formatNumber(more, language))}</p>}
        </div>
      )}
    </div>
  )
}
