import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { createClient } from '../client.ts'
import type { GivenOrganization } from '../given.ts'
import { type StorageClient, storageClient } from '../storage/storage.ts'
import { type Book, type BookDefinition, KILLS, type Round } from './book.ts'

const WRITERS = 3
const MIN_CALLS = 4
const PAUSE_MS = 60
/** Other books upload files too, each of which a kill may leave half received. */
const MAX_SPOOLED_PER_KILL = WRITERS + 6
const PATH = '/api/private/storage'

/** The last state that the server acknowledged, and how to get from it to the one that the open call leads to. */
type Folder = { name: string; live: Map<string, string>; apply: (() => void) | null; calls: number }

/** Of a type that has no text to index. */
const contentOf = (name: string) => `${name} `.repeat(20_000)

export const storageBook: BookDefinition = {
  promise: 'a server killed amid uploads, moves and erasures shows a tree that it acknowledged, every file whole',
  async open(): Promise<Book> {
    const folders = Array.from({ length: WRITERS }, (_, n): Folder => {
      return { name: `w${n}`, live: new Map(), apply: null, calls: 0 }
    })
    let given: GivenOrganization
    let reached: number[] = []
    return {
      async prepare(app) {
        given = await app.given.organization()
        const storage = storageClient(app.withKey(given.private_key), PATH)
        for (const { name } of folders) {
          await storage.folder(name)
          await storage.folder('in', name)
        }
      },
      async work(round) {
        const client = createClient(round.address, { authorization: `Bearer ${given.private_key}` })
        const storage = storageClient(client, PATH)
        reached = folders.map(({ calls }) => calls + 1 + MIN_CALLS)
        for (const folder of folders) await compare(storage, folder)
        if (!round.isLast) await Promise.all(folders.map((folder) => write(storage, folder, round)))
      },
      isUnderWay: () => folders.every(({ calls }, n) => calls >= (reached[n] ?? 0)),
      async judge({ ctx: { db }, config }) {
        const { id } = given.organization
        const orphans = await db.execute(sql`
          with recursive tree as (
            select id, organization_id from storage_entries where parent_id is null
            union all
            select e.id, e.organization_id from tree
            join storage_entries e on e.organization_id = tree.organization_id and e.parent_id = tree.id
          ) select * from storage_entries where organization_id = ${id} and id not in (select id from tree)`)
        expect(orphans.rows).toEqual([])
        const detached = sql`select 1 from storage_entries
          where organization_id = ${id} and parent_id is null and name <> ''`
        // The next server continues what was being erased.
        await expect.poll(async () => (await db.execute(detached)).rows.length).toBe(0)
        const spooled = await readdir(join(config.DATA_DIR, 'blobs', 'spool'))
        expect(spooled.length).toBeLessThanOrEqual(KILLS * MAX_SPOOLED_PER_KILL)
      },
      close: async () => undefined,
    }
  },
}

/** The call that was open when the server died was done or was not; nothing else may have changed. */
async function compare(storage: StorageClient, folder: Folder): Promise<void> {
  const found = new Map<string, string>()
  for (const path of await storage.tree(folder.name)) {
    if (path.endsWith('/')) continue
    found.set(path.slice(folder.name.length + 1), (await storage.download(path)).toString())
  }
  const names = (map: Map<string, string>) => [...map.keys()].sort()
  if (folder.apply && JSON.stringify(names(found)) !== JSON.stringify(names(folder.live))) folder.apply()
  folder.apply = null
  expect(names(found), folder.name).toEqual(names(folder.live))
  for (const [name, content] of found) expect(content === folder.live.get(name), `${name} is whole`).toBe(true)
  folder.calls++
}

/** Uploads, moves, renames, deletes and erases in a folder of its own. */
async function write(storage: StorageClient, folder: Folder, round: Round): Promise<void> {
  const { name: root, live } = folder
  const first = folder.calls
  while (!round.isOver()) {
    const name = `f${folder.calls}.png`
    const [some] = live.keys()
    const turn = folder.calls % 5
    let call: Promise<{ status: number; body: { data?: { trash_path?: string } } }>
    if (turn === 2 && some) {
      const moved = some.startsWith('in/') ? some.slice(3) : `in/${some}`
      folder.apply = () => live.set(moved, live.get(some) ?? '') && live.delete(some)
      call = storage.move(`${root}/${some}`, some.startsWith('in/') ? root : `${root}/in`)
    } else if (turn === 3 && some) {
      folder.apply = () => live.delete(some)
      call = storage.remove(`${root}/${some}`)
    } else if (turn === 4 && some) {
      const renamed = some.startsWith('in/') ? `in/r${folder.calls}.png` : `r${folder.calls}.png`
      folder.apply = () => live.set(renamed, live.get(some) ?? '') && live.delete(some)
      call = storage.rename(`${root}/${some}`, renamed.replace('in/', ''))
    } else {
      folder.apply = () => live.set(name, contentOf(name))
      call = storage.upload(name, contentOf(name), root)
    }
    const answer = await call.catch(() => null)
    if (!answer) return
    expect(answer.status, `${turn} ${some} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    folder.apply()
    folder.apply = null
    folder.calls++
    if (turn === 3 && folder.calls - first > 3) {
      await storage.remove(answer.body.data?.trash_path ?? '').catch(() => null)
    }
    await sleep(PAUSE_MS)
  }
}
