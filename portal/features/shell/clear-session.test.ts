import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { restoreOutgoing } from '../conversation/outgoing/stored-messages.ts'
import { clearSession } from './clear-session.ts'

afterEach(() => vi.unstubAllGlobals())

test('who signs out leaves no message in the browser that was not sent, whatever the page still does', () => {
  const failed = { mutationKey: ['send'], variables: { clientId: 'a', text: 'Hello' }, submittedAt: 1 }
  const items = new Map([['alongside:outgoing', JSON.stringify([failed])]])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
    clear: () => items.clear(),
  })
  const client = new QueryClient()
  restoreOutgoing(client)
  expect(client.getMutationCache().getAll()).toHaveLength(1)
  clearSession(client)
  client.getMutationCache().build(client, {})
  expect(items.size).toBe(0)
})
