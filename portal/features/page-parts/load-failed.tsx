import { CircleAlert, CloudOff } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import { useOnline } from '../../lib/realtime.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { partMessages } from './messages.ts'

type LoadFailedProps = { title: string; query: { isFetching: boolean; refetch: () => unknown } }

/** Shown where a page's content could not be loaded. */
export function LoadFailed({ title, query }: LoadFailedProps) {
  const words = useMessages(partMessages)
  const online = useOnline()
  const Icon = online ? CircleAlert : CloudOff
  return (
    <EmptyState alert icon={<Icon aria-hidden />} title={title} text={online ? words.failedText : words.offlineText}>
      <Button look="primary" busy={query.isFetching && online} onClick={() => query.refetch()}>
        {words.retry}
      </Button>
    </EmptyState>
  )
}
