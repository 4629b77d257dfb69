import type { InboxConversation } from '#contracts/inbox.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { InboxLocation } from '../use-inbox-location.ts'
import { MARK_STATUSES } from './marks.ts'
import { markMessages } from './messages.ts'
import { useStatusOf } from './use-marks.ts'

type NoneOpenProps = { location: InboxLocation; hidden: readonly InboxConversation[] }

/** In place of the list where the viewer has put all of it away, with the way to where it is. */
export function NoneOpen({ location: { go }, hidden }: NoneOpenProps) {
  const words = useMessages(markMessages)
  const status = useStatusOf()
  const counts = Map.groupBy(hidden, status)
  return (
    <EmptyState title={words.noneOpen} text={words.noneOpenText}>
      {MARK_STATUSES.filter((each) => counts.has(each)).map((each) => (
        <Button key={each} size="small" onClick={() => go({ view: each })}>
          {words.showAll[each]}
        </Button>
      ))}
    </EmptyState>
  )
}
