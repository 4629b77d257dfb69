import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'
import { measureDatabaseWork } from '#testing/database/database-work.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'
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

const knownOf = async (name: string): Promise<number | undefined> => {
  const { rows } = await app.ctx.db.execute<{ known: number }>(
    sql`select reltuples::int as known from pg_class where relname = ${name}`,
  )
  return rows[0]?.known
}

test.runIf(postgresUrl)('a table that someone else has locked is not waited for, and gathered later', async () => {
  const { db } = app.ctx
  await db.execute(sql`create table locked as select n from generate_series(1, 10000) as n`)
  const other = new pg.Client({ connectionString: app.config.DATABASE_URL })
  await other.connect()
  try {
    await other.query('begin; lock table locked in share mode')
    await Promise.all(Array.from({ length: 8 }, () => gatherStatistics(app.ctx)))
    expect(await knownOf('locked')).toBe(-1)
    await other.query('rollback')
    await gatherStatistics(app.ctx)
    expect(await knownOf('locked')).toBe(10_000)
  } finally {
    await other.end()
    await db.execute(sql`drop table locked`)
  }
})

test.runIf(postgresUrl)('a table of another owner is left to them', async () => {
  const owner = new pg.Client({ connectionString: app.config.DATABASE_URL })
  const user = new pg.Client({ connectionString: app.config.DATABASE_URL })
  await Promise.all([owner.connect(), user.connect()])
  const warnings: unknown[] = []
  const role = `of_statistics_${process.pid}`
  user.on('notice', ({ message }) => warnings.push(message))
  try {
    await owner.query(`create role ${role}`)
    await owner.query('create table foreign_rows as select n from generate_series(1, 10000) as n')
    await owner.query(`grant select on all tables in schema public to ${role}`)
    await user.query(`set role ${role}`)
    const db = drizzle(user)
    const transaction = (work: (inner: object) => Promise<void>) => work({ db })
    await gatherStatistics({ ...app.ctx, db, transaction } as never)
    expect(warnings).toEqual([])
  } finally {
    await Promise.all([owner.query(`drop table foreign_rows; drop owned by ${role}`), user.end()])
    await owner.query(`drop role ${role}`)
    await owner.end()
  }
})
