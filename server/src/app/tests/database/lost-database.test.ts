import pg from 'pg'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf, runsOf } from '#testing/chats/private-chat.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

// Longer than the test: nothing here continues because a lease has ended.
const app = await ownTestApp({ env: { RUN_LEASE: '600', DATABASE_POOL: '10' } })

const CONCURRENCY = 6
const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Keeps everyone from writing to a table, until all of them wait; then ends their connections, as a restart of the database does. */
async function cutWriters(table: string, begin: () => Promise<unknown>): Promise<void> {
  const other = new pg.Client({ connectionString: app.config.DATABASE_URL })
  await other.connect()
  await other.query(`begin; lock table ${table} in share row exclusive mode`)
  await begin()
  await expect.poll(async () => (await other.query(`select 1 ${waiting}`)).rowCount).toBeGreaterThanOrEqual(CONCURRENCY)
  await other.query(`select pg_terminate_backend(pid) ${waiting}`)
  await other.query('commit')
  await other.end()
}

type Chat = Awaited<ReturnType<typeof givenInternalChat>>

const send = (given: Chat) => {
  const each = (_: unknown, index: number) => given.send(`Do ${index}`, { create_new_conversation: true })
  return Promise.all(Array.from({ length: CONCURRENCY }, each))
}

async function expectWhole(given: Chat, sent: Awaited<ReturnType<typeof send>>): Promise<void> {
  for (const { body } of sent) {
    const answer = () => messageOf(app, body.assistant_message_id)
    await expect.poll(answer).toMatchObject({ status: 'completed', content: 'It is done.' })
  }
  const runs = await runsOf(app, given.organization)
  expect(runs.map(({ status, error }) => [status, error])).toEqual(runs.map(() => ['completed', null]))
}

test.runIf(postgresUrl)(
  'answers that lose the database in the middle of their work are whole when it is back',
  async () => {
    await using given = await givenInternalChat(app, {
      organization: { use_lazy_tools: false },
      values: { tools: ['http_request'] },
    })
    const call = { name: 'http_request', input: { url: 'http://127.0.0.1:9/never' } }
    const hasCalled = (body: unknown) => JSON.stringify(body).includes('"role":"tool"')
    given.vendor.reply(({ body }) => (hasCalled(body) ? { text: 'It is done.' } : { tool_calls: [call] }))
    let sent: Awaited<ReturnType<typeof send>> = []
    await cutWriters('run_steps', async () => {
      sent = await send(given)
    })
    await expectWhole(given, sent)
  },
)

test.runIf(postgresUrl)('so are those that lose it when they end', async () => {
  await using given = await givenInternalChat(app)
  const end = Promise.withResolvers<void>()
  given.vendor.reply(() => ({ text: 'It is done.', until: end.promise }))
  const sent = await send(given)
  await expect.poll(() => given.vendor.requests.length).toBeGreaterThanOrEqual(CONCURRENCY)
  await cutWriters('runs', async () => end.resolve())
  await expectWhole(given, sent)
})
