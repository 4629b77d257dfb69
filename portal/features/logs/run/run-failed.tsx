import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { ApiError } from '#contracts/client.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { runMessages } from './messages.ts'

type RunFailedProps = { query: { error: Error | null; isFetching: boolean; refetch: () => unknown } }

/** Shown where a run could not be read: there is none, or it is worth another try. */
export function RunFailed({ query }: RunFailedProps) {
  const own = useMessages(runMessages)
  const isGone = query.error instanceof ApiError && query.error.status === 404
  if (!isGone) return <LoadFailed title={own.failed} query={query} />
  return (
    <EmptyState icon={<SearchX aria-hidden />} title={own.gone} text={own.goneText}>
      <Link to="/logs" className={buttonClass()}>
        {own.back}
      </Link>
    </EmptyState>
  )
}
