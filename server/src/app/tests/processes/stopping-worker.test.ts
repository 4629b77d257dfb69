import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf } from '#testing/chats/private-chat.ts'
import { errorLog } from '#testing/servers/error-log.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

test.runIf(postgresUrl)('a worker that is stopped while it claims a run ends that run first', async () => {
  const web = await startTestApp({ parts: ['web'] })
  onTestFinished(() => web.close())
  const { DATABASE_URL = '' } = web.config
  await using given = await givenInternalChat(web)
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  given.vendor.reply({ text: 'It is done.', until })
  const { body } = await given.send('Do it')
  const other = new pg.Client({ connectionString: DATABASE_URL })
  await other.connect()
  await other.query('begin; lock table run_leases in exclusive mode')
  const { errors, log } = errorLog()
  const worker = await startTestApp({ env: { DATABASE_URL }, parts: ['worker'], log })
  // Not by the connection with the lock, whose transaction sees these statistics as they were at first.
  const claims = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'update "run_leases"%'`
  await expect.poll(async () => (await web.ctx.db.execute(claims)).rows.length).toBe(1)
  const closed = worker.close()
  await other.query('commit')
  await other.end()
  await expect.poll(() => given.vendor.requests.length).toBe(1)
  release()
  await closed
  expect(await messageOf(web, body.assistant_message_id)).toMatchObject({
    status: 'completed',
    content: 'It is done.',
  })
  expect(errors).toEqual([])
})
