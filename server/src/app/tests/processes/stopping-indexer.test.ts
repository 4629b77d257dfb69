import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { slowPdf } from '#testing/files/slow-pdf.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'
import { givenStorage } from '#testing/storage/storage.ts'

/** Several statements write it, and a short try is enough. */
const TEXT = 'A line of a document.\n'.repeat(10_000)

test.runIf(postgresUrl)(
  'documents that are read or written when a server stops hold it up no longer, and are left to the next one',
  async () => {
    const first = await startTestApp()
    const { DATABASE_URL = '', DATA_DIR } = first.config
    const database = new pg.Client({ connectionString: DATABASE_URL })
    await database.connect()
    const documents = async () =>
      (await database.query('select state, attempts, lease_id from storage_documents')).rows as { state: string }[]
    const states = async () => (await documents()).map(({ state }) => state)
    const { member } = await givenStorage(first)
    await member.upload('read.pdf', slowPdf())
    await expect.poll(states).toEqual(['indexing'])
    // Not by the connection with the lock, whose transaction sees these statistics as they were at first.
    await database.query('begin; lock table storage_chunks in share row exclusive mode')
    await member.upload('written.txt', TEXT)
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await first.ctx.db.execute(waiting)).rows.length).toBeGreaterThanOrEqual(1)
    const closed = first.close()
    // Until the indexers know.
    await sleep(500)
    await database.query('commit')
    await closed
    const released = { state: 'queued', attempts: 0, lease_id: null }
    expect(await documents()).toMatchObject([released, released])

    const second = await startTestApp({ env: { DATABASE_URL, DATA_DIR } })
    onTestFinished(second.close)
    await expect.poll(states).toContain('indexed')
    await database.end()
  },
)
