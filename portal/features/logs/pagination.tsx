import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { LOGS_PAGE_SIZES } from '#contracts/log-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { useChoice } from '../../lib/stored.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { changed, type LogsSearch } from './filters.ts'
import { logMessages } from './messages.ts'
import { pageSize } from './use-runs.ts'

type Found = {
  data: unknown[]
  page: number
  limit: number
  total: number
  hasMore: boolean
  total_capped?: true | undefined
}

/** Where the page is among all, the ways to its neighbors, and how many rows it has. */
export function Pagination({ found, search }: { found: Found; search: LogsSearch }) {
  const words = useMessages(logMessages)
  const language = useLanguage()
  const size = useChoice(pageSize)
  const { data, page, limit, total, hasMore, total_capped } = found
  const number = (value: number) => formatNumber(value, language)
  const first = (page - 1) * limit + 1
  const all = total_capped ? words.moreThan(number(total)) : number(total)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <Select
        label={words.rows}
        isLabelHidden
        value={size}
        options={LOGS_PAGE_SIZES.map((value) => ({ value, label: value }))}
        onChange={pageSize.set}
        className="w-20"
      />
      <p role="status" className="tabular-nums">
        {data.length > 0 && words.range(number(first), number(first + data.length - 1), all)}
      </p>
      <div className="ml-auto flex gap-1">
        <PageLink to={page > 1 ? page - 1 : null} label={words.previous} search={search}>
          <ChevronLeft aria-hidden />
        </PageLink>
        <PageLink to={hasMore ? page + 1 : null} label={words.next} search={search}>
          <ChevronRight aria-hidden />
        </PageLink>
      </div>
    </div>
  )
}

type PageLinkProps = { to: number | null; label: string; search: LogsSearch; children: ReactNode }

function PageLink({ to, label, search, children }: PageLinkProps) {
  const look = `${buttonClass({ look: 'secondary' })} size-8 px-0! pointer-coarse:size-10 [&_svg]:size-4`
  if (to === null)
    return (
      <span aria-hidden className={`${look} opacity-40`}>
        {children}
      </span>
    )
  return (
    <Link
      to="/logs"
      search={changed(search, { page: to === 1 ? undefined : String(to) })}
      aria-label={label}
      title={label}
      className={look}
    >
      {children}
    </Link>
  )
}
