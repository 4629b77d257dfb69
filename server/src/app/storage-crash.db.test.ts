import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'
import { type StorageClient, storageClient } from '#testing/storage.ts'

/** Each round kills at a moment that nobody chose: every run of the suite adds some. */
const ROUNDS = 4
const WRITERS = 4

/** What one writer knows: the state that was acknowledged last, and the one it would be if the open call was done. */
type Book = { folder: string; live: Map<string, string>; open: (() => void) | null; calls: number }

const textOf = (name: string) => `${name} `.repeat(20_000)

/** Uploads, moves, renames, deletes and erases in a folder of one's own until nobody answers. */
async function keepWorking(storage: StorageClient, book: Book): Promise<void> {
  const { folder, live } = book
  const from = book.calls
  for (;;) {
    const name = `f${book.calls}.txt`
    const [some] = live.keys()
    const turn = book.calls % 5
    let call: Promise<{ status: number; body: { data?: { trash_path?: string } } }>
    if (turn === 2 && some) {
      const to = some.startsWith('in/') ? folder : `${folder}/in`
      const moved = some.startsWith('in/') ? some.slice(3) : `in/${some}`
      book.open = () => live.set(moved, live.get(some) ?? '') && live.delete(some)
      call = storage.move(`${folder}/${some}`, to)
    } else if (turn === 3 && some) {
      book.open = () => live.delete(some)
      call = storage.remove(`${folder}/${some}`)
    } else if (turn === 4 && some) {
      const renamed = some.startsWith('in/') ? `in/r${book.calls}.txt` : `r${book.calls}.txt`
      book.open = () => live.set(renamed, live.get(some) ?? '') && live.delete(some)
      call = storage.rename(`${folder}/${some}`, renamed.replace('in/', ''))
    } else {
      book.open = () => live.set(name, textOf(name))
      call = storage.upload(name, textOf(name), folder)
    }
    const answer = await call.catch(() => null)
    if (!answer) return
    expect(answer.status, `${turn} ${some} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    book.open()
    book.open = null
    book.calls++
    if (turn === 3 && book.calls - from > 3) await storage.remove(answer.body.data?.trash_path ?? '').catch(() => null)
  }
}

async function readFolder(storage: StorageClient, folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const path of await storage.tree(folder)) {
    if (!path.endsWith('/')) found.set(path.slice(folder.length + 1), (await storage.download(path)).toString())
  }
  return found
}

async function orphans({ ctx }: TestApp): Promise<unknown[]> {
  const { rows } = await ctx.db.execute(sql`
    with recursive tree as (
      select id, organization_id from storage_entries where parent_id is null
      union all
      select e.id, e.organization_id from tree
      join storage_entries e on e.organization_id = tree.organization_id and e.parent_id = tree.id
    ) select * from storage_entries where id not in (select id from tree)`)
  return rows
}

const databases = { embedded: { DATABASE_URL: '' }, ...(postgresUrl && { PostgreSQL: {} }) }

test.for(Object.entries(databases))(
  'a server killed amid uploads, moves and erasures shows a tree that it acknowledged, every file whole (%s)',
  async ([, over]) => {
    const seeded = await startTestApp({ env: over, parts: ['web'] })
    const { private_key } = await seeded.given.organization()
    const { DATA_DIR, DATABASE_URL = '' } = seeded.config
    const env = { DATA_DIR, DATABASE_URL }
    const base = '/api/private/storage'
    const before = storageClient(seeded.withKey(private_key), base)
    const books = Array.from({ length: WRITERS }, (_, n): Book => {
      return { folder: `w${n}`, live: new Map(), open: null, calls: 0 }
    })
    for (const { folder } of books) {
      await before.folder(folder)
      await before.folder('in', folder)
    }
    await seeded.close()

    for (let round = 0; round < ROUNDS; round++) {
      const server = spawnServer({ ...env, LOG_LEVEL: 'info' })
      const storage = storageClient(await server.withKey(private_key), base)
      for (const book of books) {
        const found = await readFolder(storage, book.folder)
        const names = (map: Map<string, string>) => [...map.keys()].sort()
        // The call that was open when the server died was done or was not; nothing else may have changed.
        if (book.open && JSON.stringify(names(found)) !== JSON.stringify(names(book.live))) book.open()
        book.open = null
        expect(names(found), book.folder).toEqual(names(book.live))
        for (const [name, text] of found) expect(text === book.live.get(name), `${name} is whole`).toBe(true)
        book.calls++
      }
      const reached = books.map(({ calls }) => calls)
      const working = books.map((book) => keepWorking(storage, book))
      const enough = () => books.every(({ calls }, n) => calls > (reached[n] ?? 0) + 3)
      await expect.poll(enough, { interval: 5 }).toBe(true)
      // A power cut waits for nothing: what is tried is a moment that nobody chose.
      await sleep(Math.random() * 100)
      await server.kill('SIGKILL')
      await Promise.all(working)
      expect(server.complaints).toEqual([])
    }

    const app = await startTestApp({ env })
    expect(await orphans(app)).toEqual([])
    const detached = sql`select 1 from storage_entries where parent_id is null and name <> ''`
    // What was erased goes on being erased by whoever comes next.
    await expect.poll(async () => (await app.ctx.db.execute(detached)).rows.length).toBe(0)
    expect((await readdir(join(DATA_DIR, 'blobs', 'spool'))).length).toBeLessThanOrEqual(ROUNDS * WRITERS)
    await app.close()
  },
)
