import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizationInvites } from '#features/invites/table.ts'
import { memberships } from '#features/organizations/table.ts'
import { users } from '#features/users/table.ts'
import type { Context } from '#platform/context.ts'
import { startTestApp } from '#testing/app.ts'
import { createClient } from '#testing/client.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'

test.skipIf(!postgresUrl)(
  'a server killed in the middle of an acceptance has taken nobody in and used nothing, and the next one accepts',
  async () => {
    const app = await startTestApp({ parts: ['web'] })
    const { organization, admin } = await app.given.organization()
    const { id, code } = await app.given.invite(organization, admin, { uses: 2 })
    const guest = await app.given.user()
    const { cookie } = await app.given.session(guest)
    const { DATA_DIR, DATABASE_URL = '', SESSION_COOKIE_NAME } = app.config
    const env = { DATA_DIR, DATABASE_URL, LOG_LEVEL: 'info' }
    const state = async () => {
      const [invite] = await app.ctx.db.select().from(organizationInvites).where(eq(organizationInvites.id, id))
      const rows = await app.ctx.db.select().from(memberships).where(eq(memberships.user_id, guest.id))
      const [user] = await app.ctx.db.select().from(users).where(eq(users.id, guest.id))
      return { used: invite?.used, members: rows.length, current: user?.current_organization_id ?? null }
    }
    const acceptAt = async (address: string) =>
      createClient(address, { cookie: `${SESSION_COOKIE_NAME}=${cookie}` }).get(`/api/invites/${code}/accept`)
    const waiting = async (ctx: Context) => {
      const { rows } = await ctx.db.execute<{ count: number }>(
        sql`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.count
    }

    const first = spawnServer(env)
    const address = await first.address
    await app.ctx.transaction(async (ctx) => {
      // The last of its statements waits for this row; everything before it is written and not committed.
      await ctx.db.select().from(users).where(eq(users.id, guest.id)).for('no key update')
      const accepting = acceptAt(address).catch(() => null)
      await expect.poll(() => waiting(ctx)).toBe(1)
      await first.kill('SIGKILL')
      expect(await accepting).toBeNull()
    })
    expect(await state()).toEqual({ used: 0, members: 0, current: null })

    const second = spawnServer(env)
    expect((await acceptAt(await second.address)).status).toBe(200)
    expect(await state()).toEqual({ used: 1, members: 1, current: organization.id })
    await second.kill('SIGKILL')
    await app.close()
  },
)
