import { expect, test } from 'vitest'
import type { ConversationUpdated } from '#contracts/inbox.ts'
import { NOTIFY_OF } from '#contracts/preference-names.ts'
import { concerns, turnOf } from './concerns.ts'

const mine = { assigned_user_id: 'me', status: 'active' }
const asking = { assigned_user_id: null, status: 'waiting_for_operator' }
const another = { assigned_user_id: 'mia', status: 'active' }
const teammates = { assigned_user_id: null, status: 'active' }

test.each([
  ['one’s own', mine, ['mine', 'waiting', 'all']],
  ['one in which a teammate asks for a person', asking, ['waiting', 'all']],
  ['a colleague’s', another, ['all']],
  ['one that a teammate answers', teammates, ['all']],
] as const)('%s concerns those who want to be notified of it', (_which, hands, wanted) => {
  expect(NOTIFY_OF.filter((notifyOf) => concerns(hands as never, notifyOf, 'me'))).toEqual(wanted)
})

const turn = (from: object, to: object) =>
  turnOf({ deleted_at: null, ...to, previous: from } as ConversationUpdated, 'me')

test('a conversation that is given to one, or in which a teammate begins to ask, is worth a word once', () => {
  expect(turn(teammates, mine)).toBe('given')
  expect(turn(another, mine)).toBe('given')
  expect(turn(mine, mine)).toBeNull()
  expect(turn(teammates, asking)).toBe('asks')
  expect(turn(asking, asking)).toBeNull()
  expect(turn(asking, another)).toBeNull()
  expect(turn(another, teammates)).toBeNull()
})
