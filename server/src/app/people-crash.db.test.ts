import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { createClient } from '#testing/client.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'

/** An organization with an invite, on a database of which the test can lock tables while a server works on it. */
async function givenOrganization() {
  const app = await startTestApp({ parts: ['web'] })
  const { organization, owner, member } = await app.given.organization()
  const newcomer = await app.given.user()
  const invite = await app.given.invite(organization, owner)
  const cookieOf = async (user: typeof owner) => `sessionId=${(await app.given.session(user)).cookie}`
  const cookies = { owner: await cookieOf(owner), newcomer: await cookieOf(newcomer) }
  const { DATA_DIR, DATABASE_URL = '' } = app.config
  await app.close()
  const [db, locker] = [await connect(DATABASE_URL), await connect(DATABASE_URL)]
  return { organization, member, newcomer, invite, cookies, db, locker, env: { DATA_DIR, DATABASE_URL } }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'the test' })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

type Given = Awaited<ReturnType<typeof givenOrganization>>

const count = async ({ db }: Given, query: string, values: unknown[]): Promise<number> =>
  Number((await db.query(`select count(*) from ${query}`, values)).rows[0].count)

const acts = [
  {
    name: 'a role is changed',
    run: ({ organization, member, cookies }: Given, address: string) =>
      createClient(address, { cookie: cookies.owner }).put(
        `/api/organizations/${organization.id}/users/${member.id}/role`,
        { role: 'admin' },
      ),
    /** What the act wrote in each place; all of it or nothing. */
    written: async (given: Given) => [
      await count(given, `memberships where user_id = $1 and role = 'admin'`, [given.member.id]),
      await count(given, `audit_entries where action = 'member.role_changed'`, []),
    ],
  },
  {
    name: 'an invite is accepted',
    run: ({ invite, cookies }: Given, address: string) =>
      createClient(address, { cookie: cookies.newcomer }).get(`/api/invites/${invite.code}/accept`),
    written: async (given: Given) => [
      await count(given, 'memberships where user_id = $1', [given.newcomer.id]),
      await count(given, 'organization_invites where id = $1 and used = 1', [given.invite.id]),
      await count(given, 'users where id = $1 and current_organization_id is not null', [given.newcomer.id]),
      await count(given, `audit_entries where action = 'invite.accepted'`, []),
    ],
  },
]

const locked = ['memberships', 'audit_entries']
const cases = acts.flatMap((act) => locked.map((table) => ({ ...act, table })))

test.skipIf(!postgresUrl).each(cases)(
  'a server that is killed while $name and waits for $table leaves all or nothing',
  async ({ run, written, table }) => {
    const given = await givenOrganization()
    const server = spawnServer(given.env)
    const address = await server.address
    await given.locker.query('begin')
    await given.locker.query(`lock table ${table} in exclusive mode`)
    const answer = run(given, address).catch(() => null)
    // Not asked in the transaction that locks: to one transaction the activity stays what it was when it looked first.
    const others = `pg_stat_activity where datname = current_database() and application_name <> 'the test'`
    await expect.poll(() => count(given, `${others} and wait_event_type = 'Lock'`, [])).toBeGreaterThan(0)
    await server.kill('SIGKILL')
    await given.locker.query('rollback')
    expect(await answer).toBeNull()
    await expect.poll(() => count(given, `${others} and state <> 'idle'`, [])).toBe(0)
    expect(new Set(await written(given)).size).toBe(1)

    // The next server goes on from there.
    const again = await run(given, await spawnServer(given.env).address)
    expect(again.status).toBe(200)
    expect(new Set(await written(given))).toEqual(new Set([1]))
  },
)
