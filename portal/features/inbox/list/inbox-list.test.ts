import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import type { Contact, InboxConversation } from '#contracts/inbox.ts'
import { type InboxList, type ListScope, neighbor, placed, withContact, withEvent, withMessage } from './inbox-list.ts'

const me = 'me'
const all: ListScope = { filter: null, category: 'all', teammate: null, label: null }
const minute = (number: number) => `2026-11-20T10:${String(number).padStart(2, '0')}:00.000Z`

function row(id: string, at: number, fields: Partial<InboxConversation> = {}): InboxConversation {
  return {
    id,
    organization_id: 'organization',
    ai_employee_id: 'robin',
    contact_channel_id: 'channel',
    channel: 'web_chat',
    title: null,
    temporary_title: null,
    title_source: null,
    conversation_icon_id: null,
    status: 'active',
    has_assigned_operator: false,
    assigned_user_id: null,
    unanswered_since: null,
    automation_enabled: true,
    last_message_at: minute(at),
    created_at: minute(0),
    deleted_at: null,
    ai_employee: { id: 'robin', name: 'Robin' },
    contact: { id: 'contact', display_name: 'Unknown Customer' },
    assigned_user: null,
    labels: [],
    last_message: null,
    call: null,
    ...fields,
  }
}
const list = (entries: InboxConversation[], hasMore = false): InboxList => ({ entries, hasMore })
const idsOf = ({ entries }: InboxList) => entries.map(({ id }) => id)
const message = (fields: Partial<Message>) =>
  ({ id: '5', role: 'contact', status: 'completed', content: 'Hello', attachments: [], ...fields }) as Message
const nobody = () => null

test('a conversation in which something is said moves to the top, a new one appears there', () => {
  const shown = list([row('b', 5), row('a', 3)])
  expect(idsOf(placed(shown, row('a', 6), all, me))).toEqual(['a', 'b'])
  expect(idsOf(placed(shown, row('c', 7), all, me))).toEqual(['c', 'b', 'a'])
})

test('in the list of a label a conversation appears with it, and leaves without it', () => {
  const scope = { ...all, label: 'vip' }
  const labels = [{ id: 'vip', organization_id: 'organization', name: 'VIP', color: 'red' as const }]
  const shown = placed(list([]), row('a', 5, { labels }), scope, me)
  expect(idsOf(shown)).toEqual(['a'])
  expect(idsOf(placed(shown, row('a', 5), scope, me))).toEqual([])
})

test('what belongs beyond the loaded end is not shown before that is loaded', () => {
  expect(idsOf(placed(list([row('b', 5)], true), row('a', 3), all, me))).toEqual(['b'])
  expect(idsOf(placed(list([row('b', 5)], false), row('a', 3), all, me))).toEqual(['b', 'a'])
})

test('what does not match the filter, the category or the teammate leaves, or never comes', () => {
  const shown = list([row('a', 3)])
  const mine = row('a', 3, { assigned_user_id: me })
  expect(idsOf(placed(shown, mine, { ...all, filter: 'ai' }, me))).toEqual([])
  expect(idsOf(placed(shown, mine, { ...all, filter: 'my' }, me))).toEqual(['a'])
  expect(idsOf(placed(shown, row('a', 3, { deleted_at: minute(4) }), all, me))).toEqual([])
  const internal = { ...all, category: 'internal' } as const
  expect(placed(shown, row('b', 9), internal, me)).toBe(shown)
  expect(idsOf(placed(shown, row('b', 9, { channel: 'employee_chat' }), internal, me))).toEqual(['b', 'a'])
  expect(placed(shown, row('b', 9), { ...all, teammate: 'nora' }, me)).toBe(shown)
})

test('events name the new owner, keep a cached one, and never revert the last message', () => {
  const olga = { id: 'olga', name: 'Olga', picture: null }
  const taken = withEvent(row('a', 5), row('a', 3, { assigned_user_id: 'olga' }), () => olga)
  expect(taken.assigned_user).toEqual(olga)
  expect(taken.last_message_at).toBe(minute(5))
  expect(withEvent(taken, row('a', 6, { assigned_user_id: 'olga' }), nobody).assigned_user).toEqual(olga)
  expect(withEvent(taken, row('a', 6), nobody).assigned_user).toBeNull()
})

test('the last words are those of the newest message that is finished', () => {
  const updated = withMessage(row('a', 3), message({ completed_at: minute(7) }))
  expect(updated).toMatchObject({ last_message_at: minute(7), last_message: { content: 'Hello', role: 'contact' } })
  expect(withMessage(updated, message({ id: '4', content: 'older' }))).toBe(updated)
  expect(withMessage(updated, message({ id: '6', role: 'ai', status: 'in_progress' }))).toBe(updated)
  expect(withMessage(updated, message({ id: '6', role: 'system' }))).toBe(updated)
  expect(withMessage(updated, message({ content: 'edited' })).last_message?.content).toBe('edited')
})

test('a contact is called by their name, else as the channel of the conversation calls them', () => {
  const channels = [{ id: 'channel', auto_name: 'Quiet Otter' }]
  const contact = { id: 'contact', first_name: 'Ann', last_name: null, display_name: 'Ann', channels } as Contact
  expect(withContact(row('a', 3), contact).contact.display_name).toBe('Ann')
  const unnamed = { ...contact, first_name: null, display_name: 'Other Name' }
  expect(withContact(row('a', 3), unnamed).contact.display_name).toBe('Quiet Otter')
  const other = row('a', 3, { contact: { id: 'somebody', display_name: 'Bo' }, contact_channel_id: 'elsewhere' })
  expect(withContact(other, contact)).toBe(other)
  const merged = row('a', 3, { contact: { id: 'somebody', display_name: 'Bo' } })
  expect(withContact(merged, contact).contact).toEqual({ id: contact.id, display_name: 'Ann' })
})

test('the next conversation is found also when the open one has left the list', () => {
  const ids = ['a', 'b', 'c']
  expect(neighbor(ids, 'b', 1, 1)).toBe('c')
  expect(neighbor(ids, 'b', 1, -1)).toBe('a')
  expect(neighbor(ids, 'c', 2, 1)).toBeUndefined()
  expect(neighbor(ids, undefined, 0, 1)).toBe('a')
  expect(neighbor(ids, 'gone', 1, 1)).toBe('b')
  expect(neighbor(ids, 'gone', 1, -1)).toBe('a')
  expect(neighbor(ids, 'gone', 3, 1)).toBe('c')
  expect(neighbor([], 'gone', 0, 1)).toBeUndefined()
})
