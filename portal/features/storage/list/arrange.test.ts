import { expect, test } from 'vitest'
import type { StorageEntry } from '#contracts/storage.ts'
import { arrange, nextSorting } from './arrange.ts'

const entry = (name: string, more: Partial<StorageEntry> = {}): StorageEntry => ({
  name,
  path: name,
  type: 'file',
  size: 0,
  mime_type: null,
  created_at: '2026-01-01T00:00:00.000Z',
  modified_at: '2026-01-01T00:00:00.000Z',
  ...more,
})
const names = (entries: StorageEntry[]) => entries.map(({ name }) => name)

test('folders come first in either direction, and numbers are counted', () => {
  const all = [entry('file 10'), entry('b', { type: 'folder' }), entry('File 2'), entry('a', { type: 'folder' })]
  expect(names(arrange(all, { column: 'name', descending: false }))).toEqual(['a', 'b', 'File 2', 'file 10'])
  expect(names(arrange(all, { column: 'name', descending: true }))).toEqual(['b', 'a', 'file 10', 'File 2'])
})

test('what is alike stays in the order of its name', () => {
  const all = [entry('b.md', { size: 1 }), entry('a.md', { size: 1 }), entry('c.txt', { size: 9 })]
  expect(names(arrange(all, { column: 'size', descending: true }))).toEqual(['c.txt', 'a.md', 'b.md'])
  expect(names(arrange(all, { column: 'kind', descending: false }))).toEqual(['a.md', 'b.md', 'c.txt'])
})

test('a column begins with what people look for first, and turns when it is asked for again', () => {
  const byName = { column: 'name', descending: false } as const
  expect(nextSorting(byName, 'name')).toEqual({ column: 'name', descending: true })
  expect(nextSorting(byName, 'size')).toEqual({ column: 'size', descending: true })
  expect(nextSorting(byName, 'kind')).toEqual({ column: 'kind', descending: false })
})
