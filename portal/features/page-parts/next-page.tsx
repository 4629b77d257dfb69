import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { InViewSentinel } from '../../ui/in-view-sentinel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { partMessages } from './messages.ts'

type NextPageProps = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    dataUpdatedAt: number
    fetchNextPage: () => unknown
  }
}

/** The end of a list that is read as far as one scrolls: what failed is asked for again by the reader alone. */
export function NextPage({ query }: NextPageProps) {
  const words = useMessages(partMessages)
  if (!query.hasNextPage) return null
  return (
    <div className="flex h-10 items-center justify-center text-xs text-faint">
      {query.isFetchingNextPage ? (
        <Spinner label={words.loading} />
      ) : query.isFetchNextPageError ? (
        <Button size="small" look="quiet" onClick={() => query.fetchNextPage()}>
          {words.moreFailed}
        </Button>
      ) : (
        <InViewSentinel key={query.dataUpdatedAt} onReached={() => query.fetchNextPage()} />
      )}
    </div>
  )
}
