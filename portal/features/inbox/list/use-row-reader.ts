import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { InboxConversation } from '#contracts/inbox.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../../lib/api.ts'
import { refetchAfterEvent } from '../../../lib/query-cache.ts'
import { isTransientError } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { useThrottledCallback } from '../../../lib/use-throttled-callback.ts'

const ROWS_READ_EVERY_MS = 500

/** Reads rows that no list has yet. Several at once are read with their lists, so that no message costs a request of its own. */
export function useRowReader(put: (row: InboxConversation) => void) {
  const { organization } = useSession()
  const client = useQueryClient()
  const lists = queryKeys.inboxLists(organization.id)
  const reading = useRef(new Map<string, 'reading' | 'again'>())
  const toRead = useRef(new Set<string>())

  const readOne = async (conversation_id: string): Promise<void> => {
    reading.current.set(conversation_id, 'reading')
    const params = { organization_id: organization.id, conversation_id }
    const row = await call(inboxPaths.showInboxConversation, { params }).catch((error: unknown) => {
      // The lists are read again until they are answered; what one may not see is in none of them.
      if (isTransientError(error)) client.invalidateQueries({ queryKey: lists })
      return null
    })
    const isAgain = reading.current.get(conversation_id) === 'again'
    reading.current.delete(conversation_id)
    if (row) put(row)
    if (isAgain) readRow(conversation_id)
  }

  const readRows = useThrottledCallback(() => {
    const [first, ...more] = toRead.current
    toRead.current.clear()
    if (first === undefined) return
    if (more.length > 0) refetchAfterEvent(client, { queryKey: lists })
    else readOne(first)
  }, ROWS_READ_EVERY_MS)

  /** What is read at this moment may be from before an event, so it is read again. */
  const readAgain = (conversation_id: string): boolean => {
    const isReading = reading.current.has(conversation_id)
    if (isReading) reading.current.set(conversation_id, 'again')
    return isReading
  }

  const readRow = (conversation_id: string): void => {
    if (readAgain(conversation_id)) return
    toRead.current.add(conversation_id)
    readRows()
  }

  return { readRow, readAgain }
}
