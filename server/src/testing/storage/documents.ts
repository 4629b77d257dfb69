import { expect } from 'vitest'
import type { StorageEntry } from '#contracts/storage.ts'
import type { TestApp } from '../app.ts'
import type { StorageClient } from './storage.ts'

/** A file as the list shows it once it waits for nothing more; what other tests left to index takes turns with it. */
export async function settled(storage: StorageClient, path: string): Promise<StorageEntry> {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '/'
  const find = async () => (await storage.list(folder)).find((entry) => entry.path === path)
  await expect
    .poll(async () => (await find())?.index_state, { timeout: 60_000, interval: 100 })
    .not.toMatch(/Queued|Indexing…/)
  const entry = await find()
  if (!entry) throw new Error(`${path} is not there`)
  return entry
}

export const searchAt = (storage: StorageClient, how: 'search' | 'semantic-search', q: string, path = '/') =>
  storage.client.get(`${storage.base}/${how}?q=${encodeURIComponent(q)}&path=${encodeURIComponent(path)}`)

/** Whether the database of this run can have vectors; without them everything but semantic search works. */
export async function hasVectors({ ctx }: Pick<TestApp, 'ctx'>): Promise<boolean> {
  const { rows } = await ctx.db.$client.query(`select 1 from pg_available_extensions where name = 'vector'`)
  return rows.length > 0
}
