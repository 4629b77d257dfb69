import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { restoreOutgoing } from './stored-messages.ts'

const KEY = 'alongside:outgoing'
const WHOLE = { mutationKey: ['send', 'user', 'organization', 'teammate'], variables: { clientId: 'a', text: 'Hello' } }

function storageWith(text: string | null) {
  const items = new Map(text === null ? [] : [[KEY, text]])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
}
afterEach(() => vi.unstubAllGlobals())

const restored = (text: string | null) => {
  storageWith(text)
  const client = new QueryClient()
  restoreOutgoing(client)
  return client.getMutationCache().getAll()
}

test.each([
  'no JSON',
  '{"0":"no list"}',
  '[null, 1, "text", {}, {"mutationKey":"send","variables":{},"submittedAt":1}]',
  JSON.stringify([{ ...WHOLE, submittedAt: 'yesterday' }]),
  JSON.stringify([{ ...WHOLE, variables: null, submittedAt: 1 }]),
])('a stored value that cannot be read is as none: %s', (text) => {
  expect(restored(text)).toEqual([])
})

test('of a list that is read in part, the messages that can be read are failed messages', () => {
  const [mutation, ...more] = restored(JSON.stringify([null, { ...WHOLE, submittedAt: 1 }]))
  expect(more).toEqual([])
  expect(mutation?.state).toMatchObject({ status: 'error', variables: WHOLE.variables, submittedAt: 1 })
})
