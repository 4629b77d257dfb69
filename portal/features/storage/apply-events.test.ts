import { expect, test } from 'vitest'
import type { FolderListing, StorageEntryEvent } from '#contracts/storage.ts'
import { applyStorageEvents, followed, type StorageChange } from './apply-events.ts'

const of = (path: string, more: Partial<StorageEntryEvent> = {}): StorageEntryEvent => ({
  id: path,
  organization_id: 'o',
  name: path.split('/').at(-1) ?? '',
  path,
  type: 'file',
  size: 1,
  mime_type: null,
  created_at: '',
  modified_at: '',
  ...more,
})
const listing: FolderListing = { files: [of('team/a'), of('team/b')], permission_holders: [] }
const after = (...events: StorageChange[]) => applyStorageEvents('team', listing, events).files.map(({ path }) => path)

test('a listing takes in what is new in its folder and lets go what left it', () => {
  expect(after({ kind: 'put', news: of('team/c') })).toEqual(['team/a', 'team/b', 'team/c'])
  expect(after({ kind: 'gone', news: of('team/a') })).toEqual(['team/b'])
  expect(after({ kind: 'moved', news: of('team/z', { previous_path: 'team/a' }) })).toEqual(['team/b', 'team/z'])
  expect(after({ kind: 'moved', news: of('other/a', { previous_path: 'team/a' }) })).toEqual(['team/b'])
  expect(after({ kind: 'moved', news: of('team/x', { previous_path: 'other/x' }) })).toHaveLength(3)
})

test('the last of several news of one path counts', () => {
  const events: StorageChange[] = [
    { kind: 'put', news: of('team/c') },
    { kind: 'put', news: of('team/c', { size: 2 }) },
    { kind: 'gone', news: of('team/b') },
    { kind: 'put', news: of('team/b', { size: 3 }) },
  ]
  expect(applyStorageEvents('team', listing, events).files.map(({ path, size }) => [path, size])).toEqual([
    ['team/a', 1],
    ['team/b', 3],
    ['team/c', 2],
  ])
})

test('news of other folders leave a listing as it is', () => {
  expect(applyStorageEvents('team', listing, [{ kind: 'put', news: of('other/a') }])).toBe(listing)
  expect(applyStorageEvents('team', listing, [{ kind: 'put', news: of('team/deep/a') }])).toBe(listing)
})

test('a path goes along with a folder above it and with nothing that only begins like it', () => {
  const moved = of('archive/team', { previous_path: 'team' })
  expect(followed('team/plans/q1.md', moved)).toBe('archive/team/plans/q1.md')
  expect(followed('team', moved)).toBe('archive/team')
  expect(followed('teams/x', moved)).toBe('teams/x')
})
