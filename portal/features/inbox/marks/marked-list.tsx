import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#contracts/client.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { conversationQuery } from '../conversation/use-conversation.ts'
import { isShown } from '../list/inbox-list.ts'
import { ListRow } from '../list/list-row.tsx'
import type { InboxLocation } from '../use-inbox-location.ts'
import { idsOf, type MarkStatus, withoutMark } from './marks.ts'
import { markMessages } from './messages.ts'
import { useMarks, useStatusOf } from './use-marks.ts'

const pageSize = 20

/** The viewer's conversations with this mark, each read by its id, because the server does not know marks. */
export function useMarked({ mark, scope }: InboxLocation) {
  const { organization, user } = useSession()
  const { marks, change } = useMarks()
  const status = useStatusOf()
  const [wanted, setWanted] = useState(pageSize)
  const ids = mark ? idsOf(marks, mark) : []
  const queries = useQueries({
    queries: ids.slice(0, wanted).map((id) => ({ ...conversationQuery(organization.id, id), retry: false })),
  })
  const isGone = ({ data, error }: (typeof queries)[number]) =>
    data ? data.deleted_at !== null || status(data) === null : error instanceof ApiError && error.status === 404
  const goneText = queries.flatMap((query, index) => (isGone(query) ? (ids[index] ?? []) : [])).join(' ')
  useEffect(() => {
    for (const id of goneText.split(' ').filter(Boolean)) change((all) => withoutMark(all, id))
  }, [goneText, change])
  const rows = queries.flatMap(({ data }) => data ?? []).filter((row) => status(row) === mark)
  return {
    rows: rows.filter((row) => isShown(row, scope, user.id)),
    isLoading: queries.some(({ isLoading }) => isLoading),
    more: ids.length > wanted ? () => setWanted((count) => count + pageSize) : undefined,
  }
}

type MarkedListProps = { location: InboxLocation; mark: MarkStatus; marked: ReturnType<typeof useMarked> }

/** In the place of the list. */
export function MarkedList({ location, mark, marked: { rows, isLoading, more } }: MarkedListProps) {
  const words = useMessages(markMessages)
  if (rows.length === 0 && isLoading)
    return (
      <div className="flex grow items-center justify-center text-faint">
        <Spinner label={words.loading} />
      </div>
    )
  if (rows.length === 0 && !more) return <EmptyState title={words.none[mark].title} text={words.none[mark].text} />
  return (
    <>
      <p className="px-2.5 pt-1 pb-2 text-2xs text-faint">{words.own}</p>
      <ul aria-label={words.views[mark]} aria-keyshortcuts="J K" className="space-y-px">
        {rows.map((row) => (
          <ListRow
            key={row.id}
            row={row}
            isOpen={row.id === location.conversation}
            search={location.searchFor({ conversation: row.id })}
          />
        ))}
      </ul>
      {more && (
        <div className="flex justify-center py-2">
          <Button size="small" look="quiet" busy={isLoading} onClick={more}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  )
}
