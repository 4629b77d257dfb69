import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { everyoneInOrganization } from '#features/organizations/events.ts'
import { organizations } from '#features/organizations/table.ts'
import { eraseDetached } from '#features/storage/jobs.ts'
import { users } from '#features/users/table.ts'
import type { Context } from '#platform/context.ts'
import { toJson } from '#platform/db/columns.ts'
import type { EventType } from '#platform/event.ts'
import { newId } from '#platform/id.ts'
import { startTestApp, testApp } from '#testing/app.ts'

const app = await testApp()
const { ctx } = app

const Happened = z.object({ organization_id: z.string() })
const happened: EventType<z.infer<typeof Happened>> = {
  name: 'test.happened',
  schema: Happened,
  audience: everyoneInOrganization,
}
const eventsOf = (id: string) =>
  app.events.find('test.happened', ({ payload }) => payload.organization_id === id).length

const somebody = (email: string) => ({ email, name: 'Somebody' })
const written = (ctx: Context, email: string) => ctx.db.select().from(users).where(eq(users.email, email))
const email = () => `${newId()}@people.test`

test('what a transaction did is there after it, and its events are delivered once it has committed', async () => {
  const [address, id] = [email(), newId()]
  const result = await ctx.transaction(async (ctx) => {
    await ctx.db.insert(users).values(somebody(address))
    await ctx.emit(happened, { organization_id: id })
    expect(eventsOf(id)).toBe(0)
    return 'done'
  })
  expect(result).toBe('done')
  expect(eventsOf(id)).toBe(1)
  expect(await written(ctx, address)).toHaveLength(1)
})

test('a transaction that throws leaves nothing behind and tells nobody', async () => {
  const [address, id] = [email(), newId()]
  const failing = ctx.transaction(async (ctx) => {
    await ctx.db.insert(users).values(somebody(address))
    await ctx.emit(happened, { organization_id: id })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await written(ctx, address)).toEqual([])
  expect(eventsOf(id)).toBe(0)
})

test('a transaction inside another is part of it', async () => {
  const [address, id] = [email(), newId()]
  const failing = ctx.transaction(async (ctx) => {
    await ctx.transaction(async (ctx) => {
      await ctx.db.insert(users).values(somebody(address))
      await ctx.emit(happened, { organization_id: id })
    })
    expect(eventsOf(id)).toBe(0)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await written(ctx, address)).toEqual([])
  expect(eventsOf(id)).toBe(0)
})

test('a statement that goes past its open transaction fails instead of waiting for ever', async () => {
  const outer = ctx
  const past = [
    () => outer.db.select().from(users).limit(1),
    () => outer.db.execute(sql`select 1`),
    () => outer.transaction(async () => undefined),
    () => outer.db.$client.query('select 1'),
    () => outer.db.transaction(async () => undefined),
  ]
  for (const statement of past) {
    const open = ctx.transaction(async () => {
      await statement()
    })
    await expect(open, String(statement)).rejects.toSatisfy((error: Error) =>
      /past (its|an) open/.test(`${error.message} ${error.cause}`),
    )
  }
  expect(await written(ctx, email())).toEqual([])
})

test('two transactions at once both end, each with its own events', async () => {
  const ids = Array.from({ length: 20 }, newId)
  await Promise.all(
    ids.map((id) =>
      ctx.transaction(async (ctx) => {
        await ctx.db.execute(sql`select pg_sleep(0.005)`)
        await ctx.emit(happened, { organization_id: id })
      }),
    ),
  )
  expect(ids.map(eventsOf)).toEqual(ids.map(() => 1))
})

test('a statement that the database refuses leaves it usable, inside a transaction and outside', async () => {
  const address = email()
  await ctx.db.insert(users).values(somebody(address))
  for (let count = 0; count < 30; count++) {
    await expect(ctx.db.insert(users).values(somebody(address))).rejects.toThrow()
    await expect(ctx.db.execute(sql`select 1 from nowhere`)).rejects.toThrow()
    await expect(ctx.transaction((ctx) => ctx.db.execute(sql`select 1/0`))).rejects.toThrow()
  }
  const refused = ctx.transaction(async (ctx) => {
    await ctx.db.insert(users).values(somebody(address))
  })
  await expect(refused).rejects.toThrow()
  expect(await written(ctx, address)).toHaveLength(1)
  const many = await Promise.all(Array.from({ length: 50 }, () => written(ctx, address)))
  expect(many.every((rows) => rows.length === 1)).toBe(true)
})

test('a text of several statements that fails in its own transaction leaves no connection inside of it', async () => {
  for (let count = 0; count < 20; count++) {
    await expect(ctx.db.$client.query('BEGIN; SELECT 1/0; COMMIT')).rejects.toThrow('division by zero')
  }
  const many = await Promise.all(Array.from({ length: 20 }, () => ctx.db.execute(sql`select 1 as one`)))
  expect(many.every(({ rows }) => rows[0]?.one === 1)).toBe(true)
})

test('NUL is stripped from strings, arrays and nested JSON on write, and other control characters stay', async () => {
  const user = await app.given.user({ name: 'a\u0000b\u0001\u0007\t\n\u001f\u007fc' })
  expect(user.name).toBe('ab\u0001\u0007\t\n\u001f\u007fc')
  const array = await ctx.db.execute(sql`select ${sql.param(['x\u0000y', '\u0001', '\u0000'])}::text[] as value`)
  expect(array.rows[0]).toEqual({ value: ['xy', '\u0001', ''] })

  const { organization } = await app.given.organization({ name: 'n\u0000ame' })
  expect(organization.name).toBe('name')
  await ctx.db.update(organizations).set({ name: '\u0000\u0002x' }).where(eq(organizations.id, organization.id))
  const [row] = await ctx.db.select().from(organizations).where(eq(organizations.id, organization.id))
  expect(row?.name).toBe('\u0002x')
})

test('nested JSON is kept without NUL and without halves of characters', async () => {
  const table = sql.raw(`json_${newId().replaceAll('-', '')}`)
  await ctx.db.execute(sql`create table ${table} (value jsonb)`)
  onTestFinished(async () => void (await ctx.db.execute(sql`drop table ${table}`)))
  const value = {
    a: ['x\u0000', { 'k\u0000ey': '\u0000\u0001', deep: [['\ud800']] }],
    n: null,
    t: '\t',
    quoted: '\\u0000',
  }
  await ctx.db.execute(sql`insert into ${table} values (${toJson(value)}::jsonb)`)
  const { rows } = await ctx.db.execute(sql`select value from ${table}`)
  expect(rows[0]?.value).toEqual({
    a: ['x', { key: '\u0001', deep: [['\ufffd']] }],
    n: null,
    t: '\t',
    quoted: '\\u0000',
  })
})

test('the very first job of a new database is enqueued inside a transaction, by a process that takes no work', async () => {
  const own = await startTestApp({ parts: ['web'], template: 'migrated' })
  try {
    await own.ctx.transaction((ctx) => ctx.enqueue(eraseDetached, {}))
    const { rows } = await own.ctx.db.$client.query('select name from jobs.job')
    expect(rows).toEqual([{ name: eraseDetached.name }])
  } finally {
    await own.close()
  }
})

test('no connection compiles statements, which would take longer than most of them', async () => {
  const read = async () => (await app.ctx.db.$client.query('show jit')).rows
  for (const rows of await Promise.all(Array.from({ length: 4 }, read))) expect(rows).toEqual([{ jit: 'off' }])
})
