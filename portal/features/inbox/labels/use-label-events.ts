import { useQueryClient } from '@tanstack/react-query'
import type { InboxConversation, InboxConversationDetail } from '#contracts/inbox.ts'
import type { Label } from '#contracts/labels.ts'
import { updateCached } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import type { InboxList } from '../list/inbox-list.ts'

/** A label that is renamed or deleted changes wherever it is shown. */
export function useLabelEvents(changeLists: (updater: (list: InboxList) => InboxList) => void): void {
  const { organization } = useSession()
  const client = useQueryClient()
  const changeAll = (id: string, updater: (labels: Label[]) => Label[]) => {
    const change = <R extends InboxConversation>(row: R): R =>
      row.labels.some((label) => label.id === id) ? { ...row, labels: updater(row.labels) } : row
    changeLists((list) => ({ ...list, entries: list.entries.map(change) }))
    for (const { queryKey } of client
      .getQueryCache()
      .findAll({ queryKey: queryKeys.inboxConversations(organization.id) }))
      updateCached<InboxConversationDetail>(client, queryKey, change)
  }
  useServerEvent('label.updated', (event) =>
    changeAll(event.id, (labels) => labels.map((label) => (label.id === event.id ? event : label))),
  )
  useServerEvent('label.deleted', ({ id }) => changeAll(id, (labels) => labels.filter((label) => label.id !== id)))
}
