import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'
import type { Room } from '../audience.ts'
import { defineEvent, type EventType } from '../event.ts'
import { newId } from '../id.ts'
import { defineJob } from '../job.ts'
import { onEvent, onJob } from '../reaction.ts'

const Data = z.object({ name: z.string() })
const work = defineJob('test.work', Data)
const failing = defineJob('test.failing', Data, { attempts: 1 })
const trying = defineJob('test.trying', Data, { attempts: 2 })
const unique = defineJob('test.unique', Data, { unique_by: ({ name }) => name })
const timed = defineJob('test.timed', z.object({}), { every_seconds: 1 })
const Notice = z.object({ organization_id: z.string() })
const inOrganization = ({ organization_id }: { organization_id: string }): Room[] => [`organization:${organization_id}`]
const notice: EventType<z.infer<typeof Notice>> = { name: 'test.news', schema: Notice, audience: inOrganization }
const quiet = defineEvent('test.quiet', Notice)

const done: string[] = []
const reacted: string[] = []
let ticks = 0
let release = () => {}
const reactions = [
  onJob(work, async (_ctx, { name }) => done.push(name)),
  onJob(failing, async (_ctx, { name }) => {
    done.push(name)
    throw new Error('no')
  }),
  onJob(trying, async (_ctx, { name }) => {
    done.push(name)
    if (done.filter((each) => each === name).length === 1) throw new Error('not yet')
  }),
  onJob(unique, async (_ctx, { name }) => done.push(`unique ${name}`)),
  onJob(timed, async () => {
    ticks++
    if (ticks === 2) await new Promise<void>((resolve) => (release = resolve))
    if (ticks === 3) throw new Error('a bad day')
  }),
  onEvent(notice, async () => {
    throw new Error('this one fails')
  }),
  onEvent(notice, async (_ctx, { organization_id }) => reacted.push(organization_id)),
]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ features: [{ name: 'test', reactions }] })
  await vi.waitUntil(() => ticks > 0, { timeout: 120_000 })
})
afterAll(() => app.close())

const jobsNamed = async (name: string) => {
  const { rows } = await app.ctx.db.$client.query(`select 1 from jobs.job where data->>'name' = $1`, [name])
  return rows.length
}

test('a job that is enqueued is done', async () => {
  await app.ctx.enqueue(work, { name: 'plain' })
  await expect.poll(() => done).toContain('plain')
})

test('a job that is enqueued in a transaction is done after its commit, and does not exist after a rollback', async () => {
  await app.ctx.transaction(async (ctx) => {
    await ctx.enqueue(work, { name: 'committed' })
    const { rows } = await ctx.db.$client.query(`select 1 from jobs.job where data->>'name' = 'committed'`)
    expect(rows).toHaveLength(1)
  })
  const failing = app.ctx.transaction(async (ctx) => {
    await ctx.enqueue(work, { name: 'rolled back' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await jobsNamed('rolled back')).toBe(0)
  await expect.poll(() => done).toContain('committed')
  expect(done).not.toContain('rolled back')
})

test('data that does not fit its job is refused where it is enqueued', async () => {
  await expect(app.ctx.enqueue(work, { name: 1 } as never)).rejects.toThrow()
})

test('of jobs with the same key one waits, and those of another key are their own', async () => {
  for (const name of ['a', 'a', 'a', 'b']) await app.ctx.enqueue(unique, { name }, { start_after_seconds: 3600 })
  expect([await jobsNamed('a'), await jobsNamed('b')]).toEqual([1, 1])
  expect(done).not.toContain('unique a')
})

// The embedded database has one connection, on which nobody takes a job in the middle of a transaction.
test.runIf(postgresUrl)(
  'a job that waits is not taken before the commit of the transaction that counts on it',
  async () => {
    const take = `select 1 from jobs.job where data->>'name' = 'held' for update skip locked`
    const taken = async () => (await app.ctx.db.$client.query(take)).rows.length
    await app.ctx.enqueue(unique, { name: 'held' }, { start_after_seconds: 3600 })
    expect(await taken()).toBe(1)
    const counted = Promise.withResolvers<void>()
    const looked = Promise.withResolvers<void>()
    const unit = app.ctx.transaction(async (ctx) => {
      await ctx.enqueue(unique, { name: 'held' })
      counted.resolve()
      await looked.promise
    })
    await counted.promise
    expect(await taken()).toBe(0)
    looked.resolve()
    await unit
    expect([await taken(), await jobsNamed('held')]).toEqual([1, 1])
  },
)

test('a job that fails does not stop the others', async () => {
  await app.ctx.enqueue(failing, { name: 'fails' })
  await app.ctx.enqueue(work, { name: 'goes on' })
  await expect.poll(() => done).toContain('goes on')
  await expect.poll(() => done).toContain('fails')
})

test('a job without a notification is done all the same, and one that failed is tried again', async () => {
  await app.ctx.enqueue(trying, { name: 'tried' })
  await app.ctx.db.$client.query(`insert into jobs.job (name, data) values ('test.work', '{"name": "untold"}')`)
  await expect.poll(() => done).toContain('untold')
  await expect.poll(() => done.filter((name) => name === 'tried')).toHaveLength(2)
})

test('a timed job is started at its interval, never over itself, and again after a failure', async () => {
  await expect.poll(() => ticks).toBe(2)
  await app.ctx.enqueue(work, { name: 'meanwhile' }, { start_after_seconds: 2 })
  await expect.poll(() => done).toContain('meanwhile')
  expect(ticks).toBe(2)
  release()
  await expect.poll(() => ticks).toBeGreaterThan(3)
})

test('a reaction that fails keeps the others and the clients from nothing', async () => {
  const organization_id = newId()
  await app.ctx.emit(notice, { organization_id })
  expect(reacted).toContain(organization_id)
  expect(app.events.find('test.news')).toMatchObject([{ rooms: [`organization:${organization_id}`] }])
})

test('an event that no client may receive is pushed to none', async () => {
  await app.ctx.emit(quiet, { organization_id: newId() })
  expect(app.events.find('test.quiet')).toEqual([])
})
