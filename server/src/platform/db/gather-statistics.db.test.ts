import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'
import { measureDatabaseWork } from '#testing/database/database-work.ts'
import { gatherStatistics } from './gather-statistics.ts'

const { app, telegram, talking } = await startTelegramApp()
const COUNT = 2_000

test('a message reads the rows of its own chat, however many there are, once statistics of the grown tables were gathered', async () => {
  const here = await talking()
  let answers = 0
  const write = async () => {
    await telegram.say(here.bot, { text: 'Hello' })
    answers += 1
    await here.sentAfter(answers)
    await here.allProcessed()
  }
  // Plans for small tables are made, and stored from the sixth execution on.
  for (let n = 0; n < 6; n++) await write()
  await app.ctx.db.execute(sql`
    insert into conversations (id, organization_id, employee_id, contact_channel_id, channel, external_id, status)
    select gen_random_uuid(), organization_id, employee_id, contact_channel_id, channel, 'other-' || n, status
    from conversations, generate_series(1, ${COUNT}::int) as n where organization_id = ${here.organization.id}`)
  await app.ctx.db.execute(sql`
    insert into runs (id, organization_id, employee_id, conversation_id, channel, status, assistant_message_id)
    select gen_random_uuid(), organization_id, employee_id, id, channel, 'completed', gen_random_uuid()
    from conversations where organization_id = ${here.organization.id}`)
  await gatherStatistics(app.ctx)
  for (const table of ['conversations', 'runs']) {
    const { read } = await measureDatabaseWork(app, table, write)
    expect(read, table).toBeLessThan(COUNT / 10)
  }
})

test('what has not doubled since is not gathered again', async () => {
  const { db } = app.ctx
  await db.execute(sql`create table if not exists grown as select n from generate_series(1, 10000) as n`)
  const rowsKnown = async () => {
    await gatherStatistics(app.ctx)
    const { rows } = await db.execute<{ known: number }>(
      sql`select reltuples::int as known from pg_class where relname = 'grown'`,
    )
    return rows[0]?.known
  }
  try {
    expect(await rowsKnown()).toBe(10_000)
    await db.execute(sql`insert into grown select n from generate_series(1, 5000) as n`)
    expect(await rowsKnown()).toBe(10_000)
    await db.execute(sql`insert into grown select n from generate_series(1, 10000) as n`)
    expect(await rowsKnown()).toBe(25_000)
  } finally {
    await db.execute(sql`drop table grown`)
  }
})
