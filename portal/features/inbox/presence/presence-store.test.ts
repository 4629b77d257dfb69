import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PRESENCE_LASTS_MS, type PresenceState } from '#contracts/inbox-names.ts'
import { createPresenceStore } from './presence-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const mia = { id: 'mia', name: 'Mia', picture: null }
const event = (state: PresenceState, user = mia) => ({
  conversation_id: 'one',
  user,
  state,
  expires_in_ms: PRESENCE_LASTS_MS[state],
})
const typing = { ...mia, isTyping: true }
const looking = { ...mia, isTyping: false }

test('a person who types is shown as typing, then as present, then not at all, without further events', () => {
  const store = createPresenceStore('me')
  const seen: unknown[] = []
  store.subscribe(() => seen.push(store.in('one')))
  store.receive(event('typing'))
  vi.advanceTimersByTime(PRESENCE_LASTS_MS.viewing)
  expect(seen).toEqual([[typing], [looking], []])
})

test('a repeated state is no change, and nobody is shown to themselves', () => {
  const store = createPresenceStore('me')
  const listener = vi.fn()
  store.subscribe(listener)
  store.receive(event('viewing'))
  const first = store.in('one')
  vi.advanceTimersByTime(PRESENCE_LASTS_MS.viewing - 1)
  store.receive(event('viewing'))
  store.receive(event('viewing', { ...mia, id: 'me' }))
  vi.advanceTimersByTime(PRESENCE_LASTS_MS.viewing - 1)
  expect(store.in('one')).toBe(first)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('what the server knows replaces what was heard', () => {
  const store = createPresenceStore('me')
  store.receive(event('viewing'))
  store.replace([{ ...event('viewing'), conversation_id: 'two' }])
  expect(store.in('one')).toEqual([])
  expect(store.in('two')).toEqual([looking])
  store.receive({ ...event('left'), conversation_id: 'two' })
  expect(store.in('two')).toEqual([])
})
