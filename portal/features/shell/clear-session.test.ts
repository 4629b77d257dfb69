import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../conversation/compose/drafts.ts'
import { restoreOutgoing } from '../conversation/outgoing/stored-messages.ts'
import { noteAttempts } from '../inbox/notes/note-attempts.ts'
import { clearSession } from './clear-session.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage(items: Map<string, string>): void {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
    clear: () => items.clear(),
  })
}

test('who signs out leaves no message in the browser that was not sent, whatever the page still does', () => {
  const failed = { mutationKey: ['send'], variables: { clientId: 'a', text: 'Hello' }, submittedAt: 1 }
  const items = new Map([['alongside:outgoing', JSON.stringify([failed])]])
  stubStorage(items)
  const client = new QueryClient()
  restoreOutgoing(client)
  expect(client.getMutationCache().getAll()).toHaveLength(1)
  clearSession(client)
  client.getMutationCache().build(client, {})
  expect(items.size).toBe(0)
})

test('who signs out leaves no draft with its files and no unsaved note in the page', () => {
  stubStorage(new Map())
  drafts.write('draft', { text: 'Hello', files: [new File(['a'], 'a.txt')] })
  noteAttempts.idOf('note', 'Call back')
  clearSession(new QueryClient())
  expect(drafts.read('draft')).toEqual({ text: '', files: [] })
  expect(noteAttempts.read('note')).toBeNull()
})
