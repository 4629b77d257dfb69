import type { OrgContext } from '../../organizations/context.ts'
import type { LocatedEntry } from '../../storage/find-entry.ts'
import { readWalked, type WaitingFolder, type WalkedEntry, walkPage } from '../../storage/walk-tree.ts'

type Read = <T>(read: (ctx: OrgContext) => Promise<T>) => Promise<T>

/** The files at and below some entries, a page at a time, whatever the tree holds; the trash is left out. */
export async function* walkFiles(read: Read, starts: readonly LocatedEntry[]): AsyncGenerator<WalkedEntry[]> {
  const files = starts.filter(({ entry }) => entry.type === 'file').map(({ entry }) => entry.id)
  if (files.length > 0) yield await read((ctx) => readWalked(ctx, files))
  const folders = starts.filter(({ entry }) => entry.type === 'folder')
  const root = folders.find(({ path }) => path === '/')?.entry.id
  const waiting = folders.map(({ entry }): WaitingFolder => ({ id: entry.id, after: '' }))
  while (waiting.length > 0)
    yield (await read((ctx) => walkPage(ctx, waiting, root))).filter(({ type }) => type === 'file')
}
