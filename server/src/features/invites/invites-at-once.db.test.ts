import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships } from '#features/organizations/table.ts'
import { givenInvites, newAddress, startInvitesApp } from '#testing/sign-in/invites.ts'

const app = await startInvitesApp()
const given = () => givenInvites(app)
const guests = (count: number) => Promise.all(Array.from({ length: count }, async () => app.as(await app.given.user())))

/** How often each status was answered. */
const tally = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))]
      .sort()
      .map((each) => [each, answers.filter(({ status }) => status === each).length]),
  )

async function headcount({ id }: { id: string }): Promise<number> {
  const present = and(eq(memberships.organization_id, id), isNull(memberships.removed_at))
  return (await app.ctx.db.select().from(memberships).where(present)).length
}

test('of eight people who accept a link for three at once three come in', async () => {
  const { organization, create, accept, listed } = await given()
  const { code } = await create({ role: 'member', uses: 3 })
  const answers = await Promise.all((await guests(8)).map((client) => accept(client, code)))
  expect(tally(answers)).toEqual({ 200: 3, 409: 5 })
  expect(await listed()).toMatchObject([{ used: 3, status: 'Accepted' }])
  expect(await headcount(organization)).toBe(3 + 3)
})

test('one person who accepts eight times at once comes in once', async () => {
  const { organization, create, accept, listed } = await given()
  const { code } = await create({ role: 'member', uses: 2 })
  const [client] = await guests(1)
  if (!client) throw new Error('There is no guest')
  const answers = await Promise.all(Array.from({ length: 8 }, () => accept(client, code)))
  expect(tally(answers)).toEqual({ 200: 8 })
  expect(await listed()).toMatchObject([{ used: 1, status: 'Pending' }])
  expect(await headcount(organization)).toBe(3 + 1)
})

test('one person who accepts eight invites of one organization at once comes in once and uses one of them', async () => {
  const { organization, create, accept, listed } = await given()
  const codes: string[] = []
  for (let at = 0; at < 8; at++) codes.push((await create()).code)
  const [client] = await guests(1)
  if (!client) throw new Error('There is no guest')
  const answers = await Promise.all(codes.map((code) => accept(client, code)))
  expect(tally(answers)).toEqual({ 200: 8 })
  const used = (await listed()).filter(({ status }: { status: string }) => status === 'Accepted')
  expect(used).toHaveLength(1)
  expect(await headcount(organization)).toBe(3 + 1)
})

test('an invite that is cancelled and accepted at once is one of the two', async () => {
  const { organization, client, path, create, accept, listed } = await given()
  const { id, code } = await create()
  const [guest] = await guests(1)
  if (!guest) throw new Error('There is no guest')
  const [cancelled, accepted] = await Promise.all([client.delete(`${path}/${id}`), accept(guest, code)])
  expect([cancelled.status, accepted.status].sort()).toEqual([200, 409])
  const wasAccepted = accepted.status === 200
  expect(await listed()).toMatchObject([{ status: wasAccepted ? 'Accepted' : 'Cancelled' }])
  expect(await headcount(organization)).toBe(wasAccepted ? 4 : 3)
})

test('of eight who invite the same people at once, in any order, each person is invited once', async () => {
  const { client, path, listed } = await given()
  const emails = Array.from({ length: 5 }, newAddress)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      client.post(`${path}/bulk-create`, { emails: at % 2 ? emails : emails.toReversed(), role: 'member' }),
    ),
  )
  expect(tally(answers)).toEqual({ 200: 8 })
  const created = answers.flatMap(({ body }) => body.created.map(({ email }: { email: string }) => email))
  expect(created.sort()).toEqual(emails.toSorted())
  expect(await listed()).toHaveLength(5)
})

test('of eight who invite people again whose invites have expired, each person is invited once', async () => {
  const { organization, admin, client, path, listed } = await given()
  const emails = Array.from({ length: 3 }, newAddress)
  for (const email of emails) await app.given.invite(organization, admin, { email, expires_at: new Date(0) })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => client.post(`${path}/bulk-create`, { emails, role: 'member' })),
  )
  expect(tally(answers)).toEqual({ 200: 8 })
  const pending = (await listed()).filter(({ status }: { status: string }) => status === 'Pending')
  expect(pending.map(({ email }: { email: string }) => email).sort()).toEqual(emails.toSorted())
})
