import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { channelUpdates } from '#features/channel-bots/table.ts'
import { conversations, messageDeliveries, messages } from '#features/conversations/table.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { Bot, Update } from '#testing/doubles/telegram/bots.ts'
import { startTelegramDouble, type TelegramDouble } from '#testing/doubles/telegram.ts'
import { seedForProcess } from '#testing/seeded.ts'
import { postgresUrl, redisUrl, spawnServer } from '#testing/server-process.ts'

const ROUNDS = 3
const PEOPLE = 4
/** Below what a chat may say in a minute, so that none waits for that. */
const EACH_ROUND = 4
const databases = { embedded: { DATABASE_URL: '' }, ...(postgresUrl && { PostgreSQL: {} }) }
const NOWHERE = 'http://127.0.0.1:9'
type Database = Record<string, string>

/** A person, of whom Telegram tells one message after the other, and each again until it was taken. */
function personOf(telegram: TelegramDouble, bot: Bot, n: number) {
  const from = telegram.newPerson({ first_name: `Person ${n}` })
  const said: string[] = []
  let waiting: Update | null = null
  return {
    said,
    isWaiting: () => waiting !== null,
    async keepTalking(enough: number): Promise<void> {
      while (waiting || said.length < enough) {
        const text = `Person ${n}, message ${said.length}.`
        // A file is fetched first, so that some are killed during that.
        const file = {
          document: { bytes: Buffer.from(text), name: 'notes.txt', mime_type: 'text/plain' },
          caption: text,
        }
        const isNew = waiting === null
        const told = waiting
          ? await telegram.redeliver(waiting)
          : await telegram.say(bot, { from, ...(said.length % 3 === 2 ? file : { text }) })
        if (isNew) said.push(text)
        waiting = told.status === 200 ? null : told.update
        if (told.status === null) return
        expect(told.status, JSON.stringify(told.body)).toBe(200)
      }
    },
  }
}

/** A teammate with a bot that answers each person's message by its words. */
async function seedBot(over: Database) {
  const telegram = await startTelegramDouble()
  const answer = (asked: string) => ({ text: `An answer to ${asked.match(/Person \d+, message \d+\./g)?.at(-1)}` })
  const seeded = await seedForProcess(({ body }) => answer(JSON.stringify(body.messages)), over)
  const env = { ...seeded.env, ...telegram.env, RUN_LEASE: '2', DELIVERY_TIMEOUT: '2', GENERATE_TITLES: 'false' }
  const bot = telegram.newBot()
  const seeding = await startTestApp({ env, parts: ['web'] })
  const path = `/api/organizations/${seeded.organization.id}/employees/${seeded.path.split('/').at(-2)}/telegram`
  const client = await seeding.as(seeded.admin)
  expect((await client.post(path, { token: bot.token })).status).toBe(200)
  expect((await client.patch(path, { enables_private_chats: true })).status).toBe(200)
  await seeding.close()
  return {
    telegram,
    bot,
    env,
    organization: seeded.organization,
    async [Symbol.asyncDispose]() {
      await seeded[Symbol.asyncDispose]()
      await telegram.close()
    },
  }
}

/** Everything that was said was heard once, in its order, and nothing was sent twice. */
async function judge(app: TestApp, { telegram, organization }: Awaited<ReturnType<typeof seedBot>>, said: string[][]) {
  const { db } = app.ctx
  const ofThese = eq(channelUpdates.organization_id, organization.id)
  await expect.poll(() => db.$count(channelUpdates, and(ofThese, isNotNull(channelUpdates.due_at)))).toBe(0)
  await expect.poll(() => db.$count(messages, eq(messages.status, 'in_progress'))).toBe(0)
  await expect.poll(() => db.$count(messageDeliveries, eq(messageDeliveries.state, 'pending'))).toBe(0)
  const rows = await db
    .select({ id: messages.id, content: messages.content, role: messages.role, of: conversations.id })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .where(eq(messages.organization_id, organization.id))
    .orderBy(asc(messages.id))
  const heard = Map.groupBy(
    rows.filter(({ role }) => role === 'contact'),
    ({ of }) => of,
  )
  const byPerson = [...heard.values()].map((each) => each.flatMap(({ content }) => content.split('\n')))
  expect(byPerson.toSorted()).toEqual(said.toSorted())

  const answers = rows.filter(({ content }) => content.startsWith('An answer to'))
  expect(answers.length).toBeGreaterThan(0)
  const failed = await db.select().from(messageDeliveries).where(eq(messageDeliveries.state, 'failed'))
  // What was cut off in the middle of its request may have arrived, and is not sent once more.
  for (const { last_error } of failed) expect(last_error).toMatch(/may have arrived|not known whether/)
  const sent = telegram.sent.map(({ text }) => text ?? '').filter((text) => text.startsWith('An answer to'))
  expect(sent.length).toBe(new Set(sent).size)
  const given = new Set(failed.map(({ message_id }) => message_id))
  const missing = answers.filter(({ id, content }) => !given.has(id) && !sent.includes(content))
  expect(missing).toEqual([])
}

test.for(Object.entries(databases))(
  'what Telegram was told is taken is heard once, and its answer is sent once, however often the server is killed (%s)',
  async ([, over]) => {
    await using seeded = await seedBot(over)
    const { telegram, bot, env } = seeded
    const people = Array.from({ length: PEOPLE }, (_, n) => personOf(telegram, bot, n))
    for (let round = 1; round < ROUNDS; round++) {
      const server = spawnServer({ ...env, LOG_LEVEL: 'info' })
      telegram.reach(await server.address)
      const [told, sent] = [people.reduce((sum, one) => sum + one.said.length, 0), telegram.sent.length]
      const talking = Promise.all(people.map((person) => person.keepTalking(round * EACH_ROUND)))
      await expect
        .poll(() => people.reduce((sum, one) => sum + one.said.length, 0), { interval: 2 })
        .toBeGreaterThan(told + 3)
      if (round > 1) await expect.poll(() => telegram.sent.length, { interval: 2 }).toBeGreaterThan(sent)
      // What is tried is a moment that nobody chose.
      await sleep(Math.random() * 150)
      await server.kill('SIGKILL')
      await talking
    }
    const app = await startTestApp({ env })
    telegram.reach(app.base_url)
    await Promise.all(people.map((person) => person.keepTalking(ROUNDS * EACH_ROUND)))
    expect(people.filter((person) => person.isWaiting())).toEqual([])
    await judge(
      app,
      seeded,
      people.map(({ said }) => said),
    )
    await app.close()
  },
)

test.runIf(postgresUrl && redisUrl)(
  'what is told to two processes at once is one message in its order, also where one of them sleeps for longer than it holds a chat',
  async () => {
    await using seeded = await seedBot({})
    const { telegram, bot, organization } = seeded
    const env = { ...seeded.env, REDIS_URL: redisUrl ?? '', LOG_LEVEL: 'info' }
    const servers = [spawnServer(env), spawnServer(env)] as const
    const addresses = await Promise.all(servers.map(({ address }) => address))
    const app = await startTestApp({ env, parts: ['web'] })
    const people = Array.from({ length: 8 }, (_, n) => telegram.newPerson({ first_name: `Person ${n}` }))
    const said: string[][] = people.map(() => [])

    /** One message of each person at once, told to these processes at the same moment. */
    async function tell(to: readonly string[]): Promise<void> {
      telegram.reach(NOWHERE)
      const updates = await Promise.all(
        people.map((from, n) => {
          const text = `Person ${n}, message ${said[n]?.push('') ?? 0}.`
          said[n]?.splice(-1, 1, text)
          const file = { document: { bytes: Buffer.from(text), name: 'notes.txt' }, caption: text }
          return telegram.say(bot, { from, ...(n % 2 === 0 ? { text } : file) })
        }),
      )
      const told = to.flatMap((address) => {
        telegram.reach(address)
        return updates.map(({ update }) => telegram.redeliver(update))
      })
      for (const { status } of await Promise.all(told)) expect(status).toBe(200)
    }
    const waiting = () =>
      app.ctx.db.$count(
        channelUpdates,
        and(eq(channelUpdates.organization_id, organization.id), isNotNull(channelUpdates.due_at)),
      )

    /** It keeps its locks then, and others wait for it: that is PostgreSQL's rule. */
    const sleepsInTransaction = async () => {
      const { rows } = await app.ctx.db.execute(sql`
        select 1 from pg_stat_activity where datname = current_database()
          and state = 'idle in transaction' and state_change < now() - interval '3 seconds'`)
      return rows.length > 0
    }

    for (const [index, sleeper] of servers.entries()) {
      for (let n = 0; n < 3; n++) await tell(addresses)
      sleeper.pause()
      await tell(addresses.filter((_, other) => other !== index))
      await expect.poll(async () => (await waiting()) === 0 || (await sleepsInTransaction())).toBe(true)
      sleeper.goOn()
    }
    await tell(addresses)
    await judge(app, seeded, said)
    await app.close()
  },
)
