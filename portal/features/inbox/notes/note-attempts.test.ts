import { afterEach, expect, test, vi } from 'vitest'
import { noteAttempts } from './note-attempts.ts'

afterEach(() => vi.unstubAllGlobals())

const storage = (found: string | null) => ({
  getItem: () => found,
  setItem() {
    throw new DOMException('It is full', 'QuotaExceededError')
  },
  removeItem: () => undefined,
})

test('where the browser stores nothing, a note that is sent again is still the same note', () => {
  vi.stubGlobal('sessionStorage', storage(null))
  const id = noteAttempts.idOf('full', 'Call back')
  expect(noteAttempts.idOf('full', 'Call back')).toBe(id)
  expect(noteAttempts.read('full')).toEqual({ id, content: 'Call back' })
  expect(noteAttempts.idOf('full', 'Call back soon')).not.toBe(id)
  noteAttempts.clear('full')
  expect(noteAttempts.read('full')).toBeNull()
})

test.each(['no JSON', 'null', '[]', '{"id":1,"content":"Call back"}'])(
  'a stored value that cannot be read is as none: %s',
  (found) => {
    vi.stubGlobal('sessionStorage', storage(found))
    expect(noteAttempts.read(`broken ${found}`)).toBeNull()
    expect(noteAttempts.idOf(`broken ${found}`, 'Call back')).toBeTypeOf('string')
  },
)
