import { setTimeout as sleep } from 'node:timers/promises'
import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { channelUpdates } from '#features/channel-bots/table.ts'
import { startTestApp } from '#testing/app.ts'
import { startPlatforms } from '#testing/chat-platforms/start-platforms.ts'
import { chatKills } from '#testing/crashes/chat-kills.ts'
import { givenChatTeammate, personOf, verifyChats } from '#testing/crashes/chat-people.ts'
import { chatRate, writeAtRate } from '#testing/crashes/chat-rate.ts'
import { postgresUrl, redisUrl, type ServerProcess, spawnServer } from '#testing/servers/server-process.ts'
import { randomFrom } from '../../../../../bench/lib/random.ts'

const NOWHERE = 'http://127.0.0.1:9'
const PEOPLE = 4
/** A kill takes a start of a process, and at the end the last deliveries are waited for. */
const TIMEOUT_MS = 120_000 + chatKills.count * 20_000
/** Each second on three platforms takes several to be answered. */
const RATE_TIMEOUT_MS = 120_000 + chatRate.seconds * 20_000

/** A teammate on each platform; the test's own server seeds and looks, and executes nothing. */
async function openChats(settings: Record<string, string>) {
  const platforms = await startPlatforms()
  const env = { GENERATE_TITLES: 'false', ...settings, ...Object.assign({}, ...platforms.map(({ env }) => env)) }
  const app = await startTestApp({ env, parts: ['web'] })
  const chats = await Promise.all(
    platforms.map(async (platform) => ({ platform, given: await givenChatTeammate(app, platform) })),
  )
  onTestFinished(async () => {
    await app.close()
    for (const { platform, given } of chats) {
      await platform.close()
      await given.vendor.close()
    }
  })
  const { DATA_DIR, DATABASE_URL = '' } = app.config
  const ofAll = inArray(
    channelUpdates.organization_id,
    chats.map(({ given }) => given.organization.id),
  )
  return {
    app,
    chats,
    spawn: () => spawnServer({ ...env, LOG_LEVEL: 'info', DATA_DIR, DATABASE_URL, REDIS_URL: redisUrl ?? '' }),
    pending: () => app.ctx.db.$count(channelUpdates, and(ofAll, isNotNull(channelUpdates.due_at))),
  }
}

test.runIf(postgresUrl && redisUrl)(
  'an update delivered to two processes at once is one message in its order, also where one of them is paused for longer than its lock on the chat lasts',
  async () => {
    const { app, chats, spawn, pending } = await openChats({ RUN_LEASE: '2', DELIVERY_TIMEOUT: '2' })
    const servers = [spawn(), spawn()]
    const addresses = await Promise.all(servers.map(({ address }) => address))
    const people = chats.flatMap(({ platform, given }) =>
      Array.from({ length: PEOPLE }, (_, n) => {
        const texts: string[] = []
        return { platform, given, texts, n, write: given.bot.newWriter(`Person ${n}`) }
      }),
    )

    /** One message of each person, delivered to these processes at the same moment. */
    async function deliver(to: readonly string[]): Promise<void> {
      const updates = await Promise.all(
        people.map(async ({ platform, texts, n, write }) => {
          const text = `Person ${n}, message ${texts.length}.`
          texts.push(text)
          platform.reach(NOWHERE)
          return { platform, sent: await write({ text, ...(n % 2 && { file: notes(text) }) }) }
        }),
      )
      const delivered = updates.flatMap(({ platform, sent }) =>
        to.map((address) => {
          platform.reach(address)
          return sent.repeat()
        }),
      )
      for (const { status } of await Promise.all(delivered)) expect(status).toBe(200)
    }

    /** It keeps its locks then, and others wait for it: that is PostgreSQL's rule. */
    const isPausedInTransaction = async () => {
      const { rows } = await app.ctx.db.execute(sql`
        select 1 from pg_stat_activity where datname = current_database()
          and state = 'idle in transaction' and state_change < now() - interval '3 seconds'`)
      return rows.length > 0
    }

    for (const [index, paused] of servers.entries()) {
      for (let n = 0; n < 3; n++) await deliver(addresses)
      paused.pause()
      await deliver(addresses.filter((_, other) => other !== index))
      await expect.poll(async () => (await pending()) === 0 || (await isPausedInTransaction())).toBe(true)
      paused.goOn()
    }
    await deliver(addresses)
    for (const { given } of chats) {
      const own = people.filter((person) => person.given === given)
      await verifyChats(
        app,
        given,
        own.map(({ texts }) => texts),
      )
    }
  },
)

test.runIf(postgresUrl && redisUrl)(
  'of what people write to two processes that are killed again and again nothing is lost, and nothing is sent twice',
  async () => {
    const { app, chats, spawn } = await openChats({ RUN_LEASE: '5', DELIVERY_TIMEOUT: '2' })
    const random = randomFrom(chatKills.seed)
    const servers = [spawn(), spawn()]
    const complaints: string[] = []
    const addresses = await Promise.all(servers.map(({ address }) => address))
    const people = chats.flatMap(({ platform, given }) =>
      Array.from({ length: PEOPLE }, (_, n) => ({ platform, given, person: personOf(given.bot, n) })),
    )
    let isOver = false

    /** The platform sends some messages again although they were accepted, to whichever process it reaches. */
    async function write({ platform, person }: (typeof people)[number]): Promise<void> {
      while (!isOver || person.isPending()) {
        platform.reach(addresses[random.below(addresses.length)] ?? NOWHERE)
        await (random.below(4) === 0 ? person.repeatLast() : person.sendNext())
        await sleep(random.between(500, 3000))
      }
    }

    async function killAll(): Promise<void> {
      for (let kills = 0; kills < chatKills.count; ) {
        await sleep(random.between(200, 2000))
        const first = random.below(2)
        const victims = random.below(5) === 0 && kills + 2 <= chatKills.count ? [0, 1] : [first]
        kills += victims.length
        await Promise.all(
          victims.map(async (index) => {
            const victim = servers[index]
            await victim?.kill('SIGKILL')
            complaints.push(...(victim?.complaints ?? []))
            const next = spawn()
            servers[index] = next
            addresses[index] = await next.address
          }),
        )
      }
      isOver = true
    }

    await Promise.all([killAll(), ...people.map(write)])
    for (const { platform, given } of chats) {
      const texts = people.filter((one) => one.given === given).map(({ person }) => person.texts)
      const judged = await verifyChats(app, given, texts)
      chatKills.print(`${platform.name} ${JSON.stringify({ ...judged, seed: chatKills.seed })}`)
    }
    expect(complaints, `CRASH_SEED=${chatKills.seed}`).toEqual([])
  },
  TIMEOUT_MS,
)

test.runIf(postgresUrl && redisUrl)(
  'of a hundred messages a second on each platform none is lost or answered twice while the server is restarted',
  async () => {
    const { app, chats, spawn } = await openChats({})
    const groups = chats.map(({ platform, given }) => ({
      platform,
      given,
      people: Array.from({ length: chatRate.people }, (_, n) => personOf(given.bot, n)),
    }))
    const reach = (address: string) => {
      for (const { platform } of chats) platform.reach(address)
    }
    const first = spawn()
    reach(await first.address)
    const begun = performance.now()

    async function restart(): Promise<ServerProcess> {
      await sleep((chatRate.seconds * 1000) / 2)
      const ending = first.kill('SIGTERM')
      const second = spawn()
      reach(await second.address)
      expect(await ending).toEqual({ code: 0, stderr: '' })
      return second
    }

    const [second] = await Promise.all([restart(), ...groups.map(({ people }) => writeAtRate(people))])
    chatRate.print(`all were accepted ${secondsSince(begun)} s after the first`)
    for (const { platform, given, people } of groups) {
      const judged = await verifyChats(
        app,
        given,
        people.map(({ texts }) => texts),
      )
      chatRate.print(`${platform.name} ${JSON.stringify(judged)} ${secondsSince(begun)} s after the first`)
      // A server that is asked to end finishes what it has begun.
      expect(judged.failed).toBe(0)
    }
    const complaints = [...first.complaints, ...second.complaints].map((line) => JSON.parse(line))
    expect(complaints.map(({ msg, event }) => [msg, event])).toEqual([])
  },
  RATE_TIMEOUT_MS,
)

const secondsSince = (begun: number): string => ((performance.now() - begun) / 1000).toFixed(1)

const notes = (text: string) => ({ bytes: Buffer.from(text), name: 'notes.txt' })
