import { useQueryClient } from '@tanstack/react-query'
import type { Conversation, Message } from '#contracts/conversations.ts'
import type { InboxConversation, InboxConversationDetail } from '#contracts/inbox.ts'
import { refetchAfterInFlight, updateCached } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { nameOf, usePeople } from '../people/use-people.ts'
import { useLabelEvents } from './labels/use-label-events.ts'
import { type InboxList, type ListScope, placed, withContact, withEvent, withMessage } from './list/inbox-list.ts'
import { useRowReader } from './list/use-row-reader.ts'
import { useMentionEvents } from './notes/use-mentions.ts'

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

  const { readRow, readAgain } = useRowReader(put)

  /** What is read at this moment may be from before the event, and would revert it. */
  const recordMessage = (conversation_id: string): void => {
    readAgain(conversation_id)
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
