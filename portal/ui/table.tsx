import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ScrollingSection } from './scrolling.tsx'

/** A table that scrolls by itself where it is wider than the screen; its caption is for screen readers. */
export function Table({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <ScrollingSection label={caption} className="overflow-x-auto rounded-xl border border-line">
      <table className="w-full border-collapse text-sm [&_tbody_tr]:border-t [&_tbody_tr]:border-line">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </ScrollingSection>
  )
}

export function Th({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={classNames(
        'bg-canvas px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-muted',
        className,
      )}
    />
  )
}

type SortThProps = {
  sorted: 'ascending' | 'descending' | undefined
  onSort: () => void
  /** The column is aligned to its end, so the arrow is before the heading. */
  atEnd?: boolean
  className?: string
}

/** A column that can order the rows. */
export function SortTh({ sorted, onSort, atEnd, className, children }: SortThProps & { children: ReactNode }) {
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp
  return (
    <Th aria-sort={sorted ?? 'none'} className={classNames(atEnd && 'text-right', className)}>
      <button
        type="button"
        onClick={onSort}
        className={classNames(
          'group -mx-1 inline-flex items-center gap-1 rounded px-1 hover:text-ink aria-pressed:text-ink',
          atEnd && 'flex-row-reverse',
        )}
      >
        {children}
        <Arrow
          aria-hidden
          className={classNames('size-3', !sorted && 'opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50')}
        />
      </button>
    </Th>
  )
}

export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={classNames('px-3 py-2.5 align-middle', className)} />
}
