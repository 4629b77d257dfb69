import { once } from 'node:events'
import { and, eq } from 'drizzle-orm'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { memberships } from '#features/organizations/table.ts'
import { teammatesHidden } from '#features/teammates/events.ts'
import { accessChanged } from '#features/users/events.ts'
import type { UserRow } from '#features/users/table.ts'
import { onEvent } from '#platform/reaction.ts'
import { startTestApp, type TestApp, testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf } from '#testing/chats/private-chat.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'
import { layers, surfaces } from '../../features.ts'

const app = await testApp()

/** A browser of this user; `received` are the names of what reached it, `barrier` among them. */
async function listen(at: TestApp, user: UserRow) {
  const { ws_token } = await at.given.session(user)
  const socket = io(at.base_url, { path: '/realtime', auth: { token: ws_token }, transports: ['websocket'] })
  onTestFinished(() => void socket.close())
  const received: string[] = []
  let admitted = 0
  socket.onAny((name: string, { name: text }: { name?: string }) => {
    if (name === 'ready') admitted++
    else received.push(name === 'organization.updated' ? `barrier ${text}` : name)
  })
  // As the portal does when the server ends a connection.
  socket.on('disconnect', (reason) => reason === 'io server disconnect' && socket.connect())
  await once(socket as never, 'ready')
  return { received, admissions: () => admitted }
}

type Listener = Awaited<ReturnType<typeof listen>>

const slowly = { chunks: Array.from({ length: 40 }, (_, index) => `${index} `), delay_ms: 25 }

/** A member whose access group shows them the teammate, with a socket on `there`. */
async function ready(here: TestApp = app, there: TestApp = here) {
  const given = await givenInternalChat(here)
  given.vendor.reply(() => slowly)
  const { organization, member, owner, teammate } = given
  const group = await here.given.accessGroup(organization, { users: [member], teammates: [teammate] })
  const asOwner = await here.as(owner)
  const ended = (id: string) => expect.poll(async () => (await messageOf(here, id)).status).not.toBe('in_progress')
  return {
    ...given,
    asOwner,
    setTeammates: async (employee_ids: string[]) =>
      expect(await asOwner.put(`${given.base}/access-groups/${group.id}`, { employee_ids })).toMatchObject({
        status: 200,
      }),
    listen: (user: UserRow) => listen(there, user),
    /** Asks and comes back when the first words are heard. */
    async ask(user: UserRow, { received }: Listener, path = given.path): Promise<string> {
      const { status, body } = await (await here.as(user)).post(`${path}/messages`, { message: 'Count to forty' })
      expect(status, JSON.stringify(body)).toBe(200)
      await expect.poll(() => received).toContain('message_delta')
      return body.assistant_message_id
    },
    ended,
    /** What is heard from now until the answer has ended, up to an event that follows it. */
    async rest(answer_id: string, listeners: Listener[]): Promise<string[][]> {
      const from = listeners.map(({ received }) => received.length)
      await ended(answer_id)
      const name = `after ${answer_id}`
      await asOwner.put(given.base, { name })
      for (const { received } of listeners) await expect.poll(() => received).toContain(`barrier ${name}`)
      return listeners.map(({ received }, index) =>
        received.slice(from[index]).filter((one) => !one.startsWith('barrier')),
      )
    },
    /** Takes a membership away, or another role, as the person who manages members will. */
    async setMembership(user: UserRow, values: { role: 'member' } | { removed_at: Date | null }) {
      await here.ctx.transaction(async (ctx) => {
        await ctx.db
          .update(memberships)
          .set(values)
          .where(and(eq(memberships.organization_id, organization.id), eq(memberships.user_id, user.id)))
        await ctx.emit(accessChanged, { user_ids: [user.id] })
      })
    },
  }
}

test('a chat streams to whose it is; others who see the teammate get its messages, and other organizations nothing', async () => {
  await using given = await ready()
  const { organization } = given
  const [colleague, blind] = [await app.given.user(), await app.given.user()]
  for (const { id } of [colleague, blind])
    await app.ctx.db.insert(memberships).values({ organization_id: organization.id, user_id: id, role: 'member' })
  await app.given.accessGroup(organization, { users: [colleague], teammates: [given.teammate] })
  const listeners = await Promise.all([given.member, given.admin, colleague, blind].map(given.listen))
  const outsider = await listen(app, (await app.given.organization()).owner)
  const [own] = listeners
  if (!own) throw new Error('Nobody listens')
  await given.ask(given.member, own)
  await expect.poll(() => own.received).toContain('message_done')
  for (const { received } of listeners.slice(0, 3))
    await expect.poll(() => received).toContain('conversation.message_updated')
  const names = listeners.map(
    ({ received }) => new Set(received.filter((name) => !/^barrier|steps_updated/.test(name))),
  )
  const seen = ['conversation.message_sent', 'conversation.updated', 'conversation.message_updated']
  const inbox = new Set([...seen, 'workflow_run.updated'])
  const all = new Set(['internal.message', 'message_delta', 'message_done', ...inbox])
  expect(names).toEqual([all, inbox, inbox, new Set()])
  expect(outsider.received).toEqual([])
})

test('a person who loses access while an answer streams receives nothing more of it, and with access back all again', async () => {
  await using given = await ready()
  const own = await given.listen(given.member)
  const answer = await given.ask(given.member, own)
  await given.setTeammates([])
  await expect.poll(own.admissions).toBe(2)
  expect(await given.rest(answer, [own])).toEqual([[]])

  await given.setTeammates([given.teammate.id])
  await expect.poll(own.admissions).toBe(3)
  own.received.length = 0
  await given.ask(given.member, own)
  await expect.poll(() => own.received).toContain('message_done')
})

test('once a teammate was deleted nobody receives what it still writes, and after a restore they do', async () => {
  await using given = await ready()
  const listeners = await Promise.all([given.member, given.admin].map(given.listen))
  const [own, admins] = listeners
  if (!own || !admins) throw new Error('Nobody listens')
  const answers = [await given.ask(given.member, own), await given.ask(given.admin, admins)]
  const path = `${given.base}/employees`
  expect((await given.asOwner.delete(`${path}/${given.teammate.id}`)).status).toBe(200)
  for (const { received } of listeners) await expect.poll(() => received).toContain('staff_employee.deleted')
  for (const answer of answers) await given.ended(answer)
  const [members = [], rest = []] = await given.rest(answers[1] ?? '', listeners)
  expect(members).toEqual([])
  // Anyone who sees all teammates still reads what its runs did, and so is notified that they ended.
  expect(rest.filter((name) => !name.startsWith('workflow_run.'))).toEqual([])

  expect((await given.asOwner.post(`${path}/bulk-restore`, { ids: [given.teammate.id] })).status).toBe(200)
  await expect.poll(own.admissions).toBe(2)
  for (const { received } of listeners) received.length = 0
  await given.ask(given.admin, admins)
  await expect.poll(() => admins.received).toContain('message_done')
  await expect.poll(() => own.received).toContain('conversation.message_updated')
})

test('an answer that streams while its teammate is deleted is read as it was stopped, once those who see it are notified that it is back', async () => {
  await using given = await ready()
  const own = await given.listen(given.admin)
  const { promise: isRead, resolve: end } = Promise.withResolvers<void>()
  given.vendor.reply({ ...slowly, until: isRead })
  const answer = await given.ask(given.admin, own)
  await given.asOwner.delete(`${given.base}/employees/${given.teammate.id}`)
  await given.asOwner.post(`${given.base}/employees/bulk-restore`, { ids: [given.teammate.id] })
  await given.ended(answer)
  await expect.poll(() => own.received).toContain('ai_employee.created')
  const { body } = await given.client.get(`${given.path}/messages`)
  expect(body.data[0]).toMatchObject({ id: answer, status: 'completed', is_stopped: true })
  end()
})

test('an admin who becomes a member receives no more events of teammates that no access group shows them', async () => {
  await using given = await ready()
  const own = await given.listen(given.admin)
  const answer = await given.ask(given.admin, own)
  await given.setMembership(given.admin, { role: 'member' })
  await expect.poll(own.admissions).toBe(2)
  expect(await given.rest(answer, [own])).toEqual([[]])
})

test('a person who leaves the organization receives events neither of its teammates nor of the assistant they had there', async () => {
  await using given = await ready()
  const own = await given.listen(given.member)
  const ally = await app.given.teammate(given.organization, {
    name: 'Ally',
    model: given.teammate.model,
    owned_by_user_id: given.member.id,
    is_system: true,
  })
  const path = `${given.base}/employees/${ally.id}`
  const answer = await given.ask(given.member, own, path)
  await given.setMembership(given.member, { removed_at: new Date() })
  await expect.poll(own.admissions).toBe(2)
  own.received.length = 0
  await given.ended(answer)
  await given.setMembership(given.member, { removed_at: null })
  await expect.poll(own.admissions).toBe(3)
  expect(own.received).toEqual([])
  await given.ask(given.member, own, path)
  await expect.poll(() => own.received).toContain('message_done')
})

test.runIf(postgresUrl)('access that is lost through one process ends what another writes', async () => {
  // Servers of one test share their memory; those of a deployment are notified of it.
  const hidden: string[] = []
  const listener = onEvent(teammatesHidden, async (_ctx, { ids }) => hidden.push(...ids))
  const here = await startTestApp({ features: [...layers, ...surfaces, { name: 'listener', reactions: [listener] }] })
  const env = { DATABASE_URL: here.config.DATABASE_URL ?? '' }
  const there = await startTestApp({ env })
  onTestFinished(async () => {
    await there.close()
    await here.close()
  })
  // Without Redis the processes do not push to each other's clients.
  if (!here.config.REDIS_URL) return
  await using given = await ready(here, there)
  const listeners = await Promise.all([given.member, given.admin].map(given.listen))
  const [own, admins] = listeners
  if (!own || !admins) throw new Error('Nobody listens')
  const answer = await given.ask(given.member, own)
  const elsewhere = await there.as(given.owner)
  const groups = (await elsewhere.get(`${given.base}/access-groups`)).body.data
  expect(groups).toHaveLength(1)
  await elsewhere.put(`${given.base}/access-groups/${groups[0].id}`, { employee_ids: [] })
  await expect.poll(own.admissions).toBe(2)
  expect(await given.rest(answer, [own])).toEqual([[]])

  admins.received.length = 0
  const second = await given.ask(given.admin, admins)
  await elsewhere.delete(`${given.base}/employees/${given.teammate.id}`)
  await expect.poll(() => hidden).toEqual([given.teammate.id])
  await expect.poll(() => admins.received).toContain('staff_employee.deleted')
  // What was on its way when it was deleted may still come.
  admins.received.length = 0
  const [late = []] = await given.rest(second, [admins])
  expect(late).not.toContain('message_done')
  expect(late).not.toContain('conversation.message_updated')
})
