import pg from 'pg'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf } from '#testing/chats/private-chat.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'

const app = await ownTestApp({ env: { DATABASE_POOL: '6' } })

const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/** Connections that begin now may only read, as those to a standby; later ones may write, as those to what was promoted. */
async function failOver(meanwhile: () => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: app.config.DATABASE_URL })
  await admin.connect()
  const [{ name }] = (await admin.query('select quote_ident(current_database()) as name')).rows
  try {
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    await admin.query(`select pg_terminate_backend(pid) ${others}`)
    await meanwhile()
  } finally {
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    await admin.end()
  }
}

test.runIf(postgresUrl)(
  'a database that only reads is unavailable, and no connection to it outlives that',
  async () => {
    await using given = await givenInternalChat(app)
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    given.vendor.reply(() => {
      begun.resolve()
      return { text: 'It is done.', until: end.promise }
    })
    const { body: sent } = await given.send('Do it')
    await begun.promise
    await failOver(async () => {
      const unavailable = { status: 503, body: { error: 'The service is not available at the moment' } }
      const write = () => given.client.put(given.base, { name: 'Renamed' })
      const question = () => given.send('And this', { create_new_conversation: true })
      for (const ask of Array(6).fill([write, question]).flat()) expect(await ask()).toMatchObject(unavailable)
      const reads = await Promise.all(Array.from({ length: 12 }, () => given.client.get('/api/init/whoami')))
      expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200))
    })
    end.resolve()
    given.vendor.reply(() => ({ text: 'It is done.' }))
    for (let n = 0; n < 12; n++) expect((await given.client.put(given.base, { name: `Renamed ${n}` })).status).toBe(200)
    await expect
      .poll(() => messageOf(app, sent.assistant_message_id))
      .toMatchObject({ status: 'completed', content: 'It is done.' })
  },
)
