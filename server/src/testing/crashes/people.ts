import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNotNull } from 'drizzle-orm'
import pg from 'pg'
import { expect } from 'vitest'
import { auditEntries } from '#features/audit/table.ts'
import { organizationInvites } from '#features/invites/table.ts'
import { memberships } from '#features/organizations/table.ts'
import { type UserRow, users } from '#features/users/table.ts'
import type { TestApp } from '../app.ts'
import { type Answer, createClient } from '../client.ts'
import type { GivenOrganization } from '../given.ts'
import { postgresUrl } from '../servers/server-process.ts'
import { type Book, type BookDefinition, KILLS } from './book.ts'

const MAX_PER_ROUND = 25
const PAUSE_MS = 150
const LOCKED = ['memberships', 'audit_entries']
const LOCKED_MS = 400

type Change = {
  name: string
  isConfirmed: boolean
  run(address: string): Promise<Answer>
  /** What it wrote in each place; all of it or nothing. */
  written(app: TestApp): Promise<number[]>
}

export const peopleBook: BookDefinition = {
  promise: 'a server that is killed while a role is changed or an invite is accepted leaves all or nothing of it',
  async open(): Promise<Book> {
    const roles: Change[] = []
    const invites: Change[] = []
    let database: string | undefined
    let begun = { roles: 0, invites: 0 }
    let confirmed = 0
    let enough = 0

    /** Holds up what is being written, so that a kill meets it between two statements. */
    async function lockTables(isOver: () => boolean): Promise<void> {
      if (!postgresUrl || !database) return
      const locker = new pg.Client({ connectionString: database })
      await locker.connect()
      try {
        for (let turn = 0; !isOver(); turn++) {
          await locker.query('begin')
          await locker.query(`lock table ${LOCKED[turn % LOCKED.length]} in exclusive mode`)
          await sleep(LOCKED_MS)
          await locker.query('rollback')
          await sleep(PAUSE_MS)
        }
      } finally {
        await locker.end()
      }
    }

    async function runAll(changes: Change[], from: number, address: string, isOver: () => boolean): Promise<number> {
      let next = from
      while (!isOver() && next < from + MAX_PER_ROUND) {
        const change = changes[next]
        if (!change) return next
        next++
        const answer = await change.run(address).catch(() => null)
        if (!answer) return next
        expect(answer.status, `${change.name}: ${JSON.stringify(answer.body)}`).toBe(200)
        change.isConfirmed = true
        confirmed++
        await sleep(PAUSE_MS)
      }
      return next
    }

    return {
      async prepare(app) {
        const { SESSION_COOKIE_NAME, DATABASE_URL } = app.config
        database = DATABASE_URL
        const given = await app.given.organization()
        const cookieOf = async (user: UserRow) => `${SESSION_COOKIE_NAME}=${(await app.given.session(user)).cookie}`
        const owner = await cookieOf(given.owner)
        for (let n = 0; n < KILLS * MAX_PER_ROUND; n++) {
          const member = await app.given.membership(given.organization, 'member')
          roles.push(roleChange(given, member, owner))
          const newcomer = await app.given.user()
          const invite = await app.given.invite(given.organization, given.owner)
          invites.push(acceptance(invite, newcomer, await cookieOf(newcomer), n))
        }
      },
      async work({ address, isLast, isOver }) {
        enough = confirmed + 2
        if (isLast) return
        const [roleEnd, inviteEnd] = await Promise.all([
          runAll(roles, begun.roles, address, isOver),
          runAll(invites, begun.invites, address, isOver),
          lockTables(isOver),
        ])
        begun = { roles: roleEnd, invites: inviteEnd }
      },
      isUnderWay: () => confirmed >= enough,
      async judge(app) {
        const all = [...roles.slice(0, begun.roles), ...invites.slice(0, begun.invites)]
        for (const change of all) {
          const written = new Set(await change.written(app))
          if (change.isConfirmed) expect(written, change.name).toEqual(new Set([1]))
          else expect(written.size, `${change.name}, which was not confirmed`).toBe(1)
        }
        // The next server continues from there.
        for (const change of all.filter(({ isConfirmed }) => !isConfirmed)) {
          expect((await change.run(app.base_url)).status, change.name).toBe(200)
          expect(new Set(await change.written(app)), change.name).toEqual(new Set([1]))
        }
      },
      close: async () => undefined,
    }
  },
}

function roleChange({ organization }: GivenOrganization, member: UserRow, cookie: string): Change {
  const path = `/api/organizations/${organization.id}/users/${member.id}/role`
  return {
    name: 'a role is changed',
    isConfirmed: false,
    run: (address) => createClient(address, { cookie }).put(path, { role: 'admin' }),
    written: async ({ ctx: { db } }) => [
      await db.$count(memberships, and(eq(memberships.user_id, member.id), eq(memberships.role, 'admin'))),
      await db.$count(
        auditEntries,
        and(eq(auditEntries.subject_id, member.id), eq(auditEntries.action, 'member.role_changed')),
      ),
    ],
  }
}

function acceptance(invite: { id: string; code: string }, newcomer: UserRow, cookie: string, n: number): Change {
  const headers = { cookie, 'x-forwarded-for': `10.2.0.${n}` }
  return {
    name: 'an invite is accepted',
    isConfirmed: false,
    run: (address) => createClient(address, headers).get(`/api/invites/${invite.code}/accept`),
    written: async ({ ctx: { db } }) => [
      await db.$count(memberships, eq(memberships.user_id, newcomer.id)),
      await db.$count(organizationInvites, and(eq(organizationInvites.id, invite.id), eq(organizationInvites.used, 1))),
      await db.$count(users, and(eq(users.id, newcomer.id), isNotNull(users.current_organization_id))),
      await db.$count(
        auditEntries,
        and(eq(auditEntries.user_id, newcomer.id), eq(auditEntries.action, 'invite.accepted')),
      ),
    ],
  }
}
