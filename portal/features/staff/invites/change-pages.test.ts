import { expect, test } from 'vitest'
import type { Invite } from '#contracts/invites.ts'
import { invitesIn, shownState, withInvite } from './change-pages.ts'

const invite = (id: string, values: Partial<Invite> = {}): Invite => ({
  id,
  organization_id: 'organization',
  code: `code of ${id}`,
  email: null,
  role: 'member',
  access_group_ids: [],
  status: 'Pending',
  uses: 1,
  used: 0,
  invited_by: null,
  expires_at: '2026-01-15T00:00:00.000Z',
  created_at: '2026-01-01T00:00:00.000Z',
  mail: null,
  ...values,
})
const known = { pages: [{ data: [invite('c'), invite('b')] }, { data: [invite('a')] }], pageParams: [1, 2] }
const idsOf = ({ pages }: typeof known) => pages.map(({ data }) => data.map(({ id }) => id).join(''))

test('a new invite comes first, and once, however often it is pushed', () => {
  const changed = withInvite(known, invite('d'), true)
  expect(idsOf(changed)).toEqual(['dcb', 'a'])
  expect(idsOf(withInvite(changed, invite('d'), true))).toEqual(['dcb', 'a'])
  expect(idsOf(known), 'what was read stays as it was').toEqual(['cb', 'a'])
})

test('an invite that changed stays in its place, and one that is not loaded stays away', () => {
  const changed = withInvite(known, invite('a', { status: 'Cancelled' }), false)
  expect(idsOf(changed)).toEqual(['cb', 'a'])
  expect(changed.pages[1]?.data[0]?.status).toBe('Cancelled')
  expect(withInvite(known, invite('z'), false)).toBe(known)
})

test('what is in two pages is shown once', () => {
  const pages = [{ data: [invite('b'), invite('a')] }, { data: [invite('a'), invite('0')] }]
  expect(invitesIn(pages).map(({ id }) => id)).toEqual(['b', 'a', '0'])
})

test('a pending invite is shown as expired from its last moment on, and nothing else is', () => {
  const end = Date.parse('2026-01-15T00:00:00.000Z')
  expect([end - 1, end].map((now) => shownState(invite('a'), now))).toEqual(['Pending', 'Expired'])
  for (const status of ['Accepted', 'Cancelled'] as const) {
    expect(shownState(invite('a', { status }), end + 1)).toBe(status)
  }
})
