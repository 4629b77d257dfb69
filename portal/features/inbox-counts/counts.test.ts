import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationUpdated, InboxCounts } from '#contracts/inbox.ts'
import { bucketsOf, type InboxState } from '#contracts/inbox-names.ts'
import { applyToCounts, inboxStateOf, withoutHidden } from './counts.ts'

const me = 'me'
const at = '2026-11-20T10:00:00.000Z'
const nothing: InboxCounts = { my: 0, human: 0, waiting: 0, escalated: 0, ai: 0 }
const everywhere = { category: 'all', teammate: null } as const
const withAi: InboxState = { assigned_user_id: null, unanswered_since: null, status: 'active', is_counted: true }

function news(now: Partial<InboxState>, previous?: InboxState, fields: Partial<ConversationUpdated> = {}) {
  const { is_counted, ...standing } = { ...withAi, ...now }
  return {
    ...standing,
    channel: 'web_chat',
    ai_employee_id: 'robin',
    last_message_at: at,
    deleted_at: is_counted ? null : at,
    ...(previous && { previous }),
    ...fields,
  } as ConversationUpdated
}

test('a takeover moves a conversation from the teammate to its new owner', () => {
  const counts = { ...nothing, ai: 3, escalated: 1 }
  const asked = { ...withAi, status: 'waiting_for_operator', unanswered_since: at }
  const taken = news({ assigned_user_id: me }, asked)
  expect(applyToCounts(counts, taken, everywhere, me)).toEqual({ ...nothing, my: 1, ai: 2 })
  expect(applyToCounts(counts, taken, everywhere, 'somebody')).toEqual({ ...nothing, human: 1, ai: 2 })
})

test('a contact who writes to a person waits until the person replies', () => {
  const mine = { ...withAi, assigned_user_id: me }
  const waiting = { ...mine, unanswered_since: at }
  const counts = applyToCounts({ ...nothing, my: 1 }, news(waiting, mine), everywhere, me)
  expect(counts).toEqual({ ...nothing, my: 1, waiting: 1 })
  expect(applyToCounts(counts, news(mine, waiting), everywhere, me)).toEqual({ ...nothing, my: 1 })
})

test('a first message is counted, a deletion is not any more', () => {
  const counts = applyToCounts(nothing, news({}, { ...withAi, is_counted: false }), everywhere, me)
  expect(counts).toEqual({ ...nothing, ai: 1 })
  expect(applyToCounts(counts, news({ is_counted: false }, withAi), everywhere, me)).toEqual(nothing)
})

test('what lies outside of what is looked at, and what changed nothing, leaves the counts as they are', () => {
  const taken = news({ assigned_user_id: me }, withAi)
  const counts = { ...nothing, ai: 1 }
  expect(applyToCounts(counts, taken, { category: 'internal', teammate: null }, me)).toBe(counts)
  expect(applyToCounts(counts, taken, { category: 'external', teammate: 'nora' }, me)).toBe(counts)
  expect(applyToCounts(counts, taken, { category: 'external', teammate: 'robin' }, me)).toEqual({ ...nothing, my: 1 })
  expect(applyToCounts(counts, news({}), everywhere, me)).toBe(counts)
  expect(applyToCounts(counts, news({}, withAi), everywhere, me)).toBe(counts)
})

test('what is hidden from the list is not counted', () => {
  const counts = { ...nothing, my: 1, waiting: 2, ai: 1 }
  const mine = news({ assigned_user_id: me, unanswered_since: at })
  expect(withoutHidden(counts, [mine], everywhere, me)).toEqual({ ...nothing, waiting: 1, ai: 1 })
  expect(withoutHidden(counts, [mine], { category: 'internal', teammate: null }, me)).toEqual(counts)
  expect(withoutHidden(nothing, [mine], everywhere, me)).toEqual(nothing)
})

test('however conversations change hands, the counts are what counting them again would give', () => {
  const standing = fc.record({
    assigned_user_id: fc.constantFrom(null, me, 'somebody'),
    unanswered_since: fc.constantFrom(null, at),
    status: fc.constantFrom('active', 'waiting_for_operator'),
    is_counted: fc.boolean(),
  })
  const changes = fc.array(fc.tuple(fc.nat({ max: 4 }), standing), { maxLength: 40 })
  fc.assert(
    fc.property(changes, (all) => {
      const standings = new Map<number, InboxState>()
      let counts = nothing
      for (const [which, next] of all) {
        const change = news(next, standings.get(which) ?? { ...withAi, is_counted: false })
        counts = applyToCounts(counts, change, everywhere, me)
        standings.set(which, inboxStateOf(change))
      }
      const recounted = { ...nothing }
      for (const each of standings.values()) for (const bucket of bucketsOf(each, me)) recounted[bucket] += 1
      expect(counts).toEqual(recounted)
    }),
  )
})
