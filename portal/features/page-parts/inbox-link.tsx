import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type InboxLinkProps = { conversation?: string; className?: string; children: ReactNode }

/** Leads to the inbox, or to one of its conversations. */
export function InboxLink({ conversation, className, children }: InboxLinkProps) {
  return (
    <Link to="/inbox" search={conversation ? { conversation } : {}} className={className}>
      {children}
    </Link>
  )
}
