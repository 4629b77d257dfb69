import { expect, test } from 'vitest'
import type { ChannelChat } from '#contracts/bot-chats.ts'
import { type CachedChats, withChat } from './with-chat.ts'

const chat = (id: string, minute: number, status: ChannelChat['status'] = 'disabled'): ChannelChat => ({
  id,
  chat_id: id,
  kind: 'private',
  channel_name: id,
  status,
  is_waiting: false,
  created_at: '2026-01-01T00:00:00.000Z',
  last_seen_at: `2026-01-01T00:0${minute}:00.000Z`,
})
/** Two pages of two, after which there may be more. */
const known = (hasMore: boolean): CachedChats => ({
  pages: [
    { data: [chat('e', 8), chat('d', 6)], page: 1, hasMore: true },
    { data: [chat('c', 4), chat('b', 2)], page: 2, hasMore },
  ],
  pageParams: [1, 2],
})
const idsOf = ({ pages }: CachedChats) => pages.flatMap(({ data }) => data.map(({ id }) => id)).join('')

test('a chat in which something was said goes to where its last message belongs', () => {
  expect(idsOf(withChat(known(true), chat('b', 9)))).toBe('bedc')
  expect(idsOf(withChat(known(true), chat('new', 5)))).toBe('ednewcb')
})

test('one that was only enabled stays where it is', () => {
  const after = withChat(known(true), chat('c', 4, 'enabled'))
  expect(idsOf(after)).toBe('edcb')
  expect(after.pages.flatMap(({ data }) => data).find(({ id }) => id === 'c')?.status).toBe('enabled')
  expect(idsOf(withChat(known(true), chat('b', 2, 'enabled')))).toBe('edcb')
})

test('one beyond what is loaded is left to the page on which it will come', () => {
  expect(idsOf(withChat(known(true), chat('a', 1)))).toBe('edcb')
  expect(idsOf(withChat(known(false), chat('a', 1)))).toBe('edcba')
})

test('how far the list was read stays as it was', () => {
  const last = withChat(known(true), chat('new', 9)).pages.at(-1)
  expect([last?.page, last?.hasMore]).toEqual([2, true])
})
