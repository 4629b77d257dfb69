import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMoment, formatWhen } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { InboxLocation } from '../use-inbox-location.ts'

export const listRowId = (conversationId: string) => `inbox-${conversationId}`

type RowLinkProps = {
  conversationId: string
  search: ReturnType<InboxLocation['searchFor']>
  isOpen: boolean
  contact: string
  /** The time of the message in the row. */
  at: string | null
  /** Shown between the contact and the time. */
  beside?: ReactNode
  children: ReactNode
}

/** The link of a row: contact and time, with the list's details below. */
export function RowLink({ conversationId, search, isOpen, contact, at, beside, children }: RowLinkProps) {
  const language = useLanguage()
  return (
    <Link
      to="/inbox"
      search={search}
      id={listRowId(conversationId)}
      aria-current={isOpen ? 'true' : undefined}
      className={classNames(
        'flex gap-3 rounded-lg px-2.5 py-2.5 transition-colors focus-visible:-outline-offset-2',
        isOpen ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <Avatar name={contact} />
      <span className="min-w-0 grow">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 grow truncate text-sm font-medium">{contact}</span>
          {beside}
          {at && (
            <time
              dateTime={at}
              title={formatMoment(at, language)}
              className="shrink-0 text-2xs text-faint tabular-nums"
            >
              {formatWhen(at, language)}
            </time>
          )}
        </span>
        {children}
      </span>
    </Link>
  )
}
