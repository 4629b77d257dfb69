import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Conversation, Message } from '#contracts/conversations.ts'
import type { InboxConversation, InboxConversationDetail } from '#contracts/inbox.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../lib/api.ts'
import { refetchAfterEvent, refetchAfterInFlight, updateCached } from '../../lib/query-cache.ts'
import { isTransientError } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { useThrottledCallback } from '../../lib/use-throttled-callback.ts'
import { nameOf, usePeople } from '../people/use-people.ts'
import { useLabelEvents } from './labels/use-label-events.ts'
import { type InboxList, type ListScope, placed, withContact, withEvent, withMessage } from './list/inbox-list.ts'
import { useMentionEvents } from './notes/use-mentions.ts'

const ROWS_READ_EVERY_MS = 500

/** Applies events to the cached lists and the open conversation. */
export function useInboxEvents(): void {
  const { organization, user } = useSession()
  const client = useQueryClient()
  const people = usePeople().data?.data
  const lists = queryKeys.inboxLists(organization.id)
  const operatorOf = (id: string) => {
    const person = people?.find((each) => each.id === id)
    return person ? { id, name: nameOf(person), picture: person.picture } : null
  }

  const changeLists = (updater: (list: InboxList, scope: ListScope) => InboxList) => {
    for (const { queryKey } of client.getQueryCache().findAll({ queryKey: lists })) {
      const [filter, category, teammate, label] = queryKey.slice(lists.length) as [
        ListScope['filter'],
        ListScope['category'],
        ListScope['teammate'],
        ListScope['label'],
      ]
      updateCached<InboxList>(client, queryKey, (cached) => updater(cached, { filter, category, teammate, label }))
    }
  }
  const put = (row: InboxConversation) => changeLists((list, scope) => placed(list, row, scope, user.id))
  const changeDetail = (id: string, updater: (cached: InboxConversationDetail) => InboxConversationDetail) => {
    updateCached(client, queryKeys.inboxConversation(organization.id, id), updater)
  }
  const knownRow = (id: string): InboxConversation | undefined => {
    const cached = client.getQueriesData<InboxList>({ queryKey: lists })
    for (const [, list] of cached) {
      const row = list?.entries.find((entry) => entry.id === id)
      if (row) return row
    }
    return undefined
  }

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
  /** Reads a row that no list has yet. Several at once are read with their lists, so that no message costs a request of its own. */
  const readRow = (conversation_id: string): void => {
    if (reading.current.has(conversation_id)) {
      reading.current.set(conversation_id, 'again')
      return
    }
    toRead.current.add(conversation_id)
    readRows()
  }

  /** What is read at this moment may be from before the event, and would revert it. */
  const recordMessage = (conversation_id: string): void => {
    if (reading.current.has(conversation_id)) reading.current.set(conversation_id, 'again')
    for (const { queryKey } of client.getQueryCache().findAll({ queryKey: lists }))
      refetchAfterInFlight(client, queryKey)
  }

  const onConversation = (change: Conversation) => {
    recordMessage(change.id)
    changeDetail(change.id, (cached) => withEvent(cached, change, operatorOf))
    const row = knownRow(change.id)
    if (row) put(withEvent(row, change, operatorOf))
    else if (!change.deleted_at && change.last_message_at) readRow(change.id)
  }
  const onMessage = (message: Message) => {
    recordMessage(message.conversation_id)
    changeDetail(message.conversation_id, (cached) => withMessage(cached, message))
    const row = knownRow(message.conversation_id)
    if (row) put(withMessage(row, message))
    else if (message.role === 'contact') readRow(message.conversation_id)
  }
  useServerEvent('conversation.updated', onConversation)
  useServerEvent('conversation.title_updated', (change) => {
    recordMessage(change.id)
    changeDetail(change.id, (cached) => withEvent(cached, change, operatorOf))
    const row = knownRow(change.id)
    if (row) put(withEvent(row, change, operatorOf))
  })
  useServerEvent('conversation.message_sent', onMessage)
  useServerEvent('conversation.message_updated', onMessage)
  useServerEvent('conversation.message_deleted', ({ id, conversation_id }) => {
    recordMessage(conversation_id)
    if (knownRow(conversation_id)?.last_message?.id === id) readRow(conversation_id)
  })
  useServerEvent('contact.updated', (contact) => {
    changeLists((list) => ({ ...list, entries: list.entries.map((row) => withContact(row, contact)) }))
    for (const { queryKey } of client
      .getQueryCache()
      .findAll({ queryKey: queryKeys.inboxConversations(organization.id) })) {
      updateCached<InboxConversationDetail>(client, queryKey, (cached) =>
        contact.channels.some(({ id }) => id === cached.contact_channel_id)
          ? { ...cached, ...withContact(cached, contact), full_contact: contact }
          : cached,
      )
    }
    client.invalidateQueries({ queryKey: queryKeys.conversationsOfContact(organization.id, contact.id) })
  })
  useServerEvent('conversation.labels_updated', ({ conversation_id, labels }) => {
    recordMessage(conversation_id)
    changeDetail(conversation_id, (cached) => ({ ...cached, labels }))
    const row = knownRow(conversation_id)
    if (row) put({ ...row, labels })
    else readRow(conversation_id)
  })
  useServerEvent('conversation.call_updated', ({ conversation_id, call }) => {
    recordMessage(conversation_id)
    changeDetail(conversation_id, (cached) => ({ ...cached, call }))
    const row = knownRow(conversation_id)
    if (row) put({ ...row, call })
    else readRow(conversation_id)
  })
  useLabelEvents(changeLists)
  useMentionEvents()
  const readAll = () => {
    client.invalidateQueries({ queryKey: lists })
    client.invalidateQueries({ queryKey: queryKeys.inboxConversations(organization.id) })
  }
  useServerEvent('ready', readAll)
  useServerEvent('ai_employee.created', readAll)
  useServerEvent('ai_employee.deleted', readAll)
}
