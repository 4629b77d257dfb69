import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import type { Answer } from '#testing/client.ts'
import { users } from '../users/table.ts'
import { createSetupLink, createSignInLink } from './operator-links.ts'
import { operatorLinks } from './table.ts'

async function freshServer() {
  const app = await startTestApp({ parts: ['web'] })
  onTestFinished(() => app.close())
  const tokenOf = (link: string | null) => link?.split('/').at(-1) ?? ''
  const at = (token: string) => `/api/auth/operator-links/${token}`
  return {
    app,
    setupToken: async () => tokenOf(await createSetupLink(app.ctx)),
    signInToken: async (email: string) => tokenOf(await createSignInLink(app.ctx, email)),
    look: (token: string) => app.anyone.get(at(token)),
    setUp: (token: string, body: object = first, headers = {}) => app.anyone.post(`${at(token)}/setup`, body, headers),
    signIn: (token: string, headers = {}) => app.anyone.post(`${at(token)}/sign-in`, undefined, headers),
    whoIs: async ({ headers }: Answer) => {
      const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? ''
      return (await app.anyone.get('/api/init/whoami', { cookie })).body
    },
  }
}

const first = { name: ' Olga ', email: 'olga@company.test', organization: 'Company' }

test('the first person sets a fresh server up by its link: they administer it and own an organization', async () => {
  const server = await freshServer()
  const token = await server.setupToken()
  expect((await server.look(token)).body).toEqual({ kind: 'setup', person: null })
  // Mail scanners and chats open every link; only the form changes anything.
  expect((await server.look(token)).status).toBe(200)
  expect(await server.app.ctx.db.select().from(users)).toEqual([])

  const answer = await server.setUp(token)
  expect([answer.status, answer.body]).toEqual([200, { success: true, redirect_url: '/' }])
  expect(await server.whoIs(answer)).toMatchObject({
    user: { name: 'Olga', email: 'olga@company.test', is_admin: true },
    currentOrganization: { name: 'Company', role: 'owner' },
  })
  const again = await server.setUp(token)
  expect([again.status, again.headers.get('set-cookie')]).toEqual([404, null])
  expect(again).toLookLike(await server.setUp('made-up'))
})

test('once there is anybody, no link sets the server up any more, whenever it was made', async () => {
  const server = await freshServer()
  const early = await server.setupToken()
  const user = await server.app.given.user()
  expect((await server.setUp(early)).status).toBe(404)
  expect(await createSetupLink(server.app.ctx)).toBeNull()
  expect((await server.app.ctx.db.select().from(users)).map(({ id }) => id)).toEqual([user.id])
})

test('of eight who set the server up at once by links of their own, one does', async () => {
  const server = await freshServer()
  const tokens = await Promise.all(Array.from({ length: 8 }, () => server.setupToken()))
  const answers = await Promise.all(tokens.map((token, n) => server.setUp(token, { ...first, email: `${n}@x.test` })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)])
  expect(await server.app.ctx.db.select().from(users)).toHaveLength(1)
})

test('a form that is not filled in is refused, and its link still works', async () => {
  const server = await freshServer()
  const token = await server.setupToken()
  for (const body of [{}, { ...first, name: ' ' }, { ...first, email: 'nowhere' }, { ...first, organization: '' }])
    expect((await server.setUp(token, body)).status).toBe(400)
  expect((await server.setUp(token, first, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await server.setUp(token)).status).toBe(200)
})

test('a link lasts an hour', async () => {
  const server = await freshServer()
  const token = await server.setupToken()
  server.app.clock.advance(3_000_000)
  expect((await server.look(token)).status).toBe(200)
  server.app.clock.advance(600_001)
  expect((await server.look(token)).status).toBe(404)
  expect((await server.setUp(token)).status).toBe(404)
})

test('someone who is locked out is signed in by a link of theirs, once', async () => {
  const server = await freshServer()
  const { member, owner } = await server.app.given.organization()
  const token = await server.signInToken(` ${member.email.toUpperCase()} `)
  expect((await server.look(token)).body).toEqual({
    kind: 'sign_in',
    person: { name: member.name, email: member.email },
  })
  expect((await server.setUp(token)).status).toBe(404)
  expect((await server.signIn(token, { origin: 'https://evil.example' })).status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 8 }, () => server.signIn(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)])
  const [won] = answers.filter(({ status }) => status === 200)
  expect((await server.whoIs(won as Answer)).user.id).toBe(member.id)

  const gone = await server.signInToken(owner.email)
  await server.app.ctx.db.delete(users).where(eq(users.id, owner.id))
  expect((await server.signIn(gone)).status).toBe(404)
  await expect(createSignInLink(server.app.ctx, 'nobody@company.test')).rejects.toThrow('Nobody here has the address')
})

test('nothing in the database opens a door by itself', async () => {
  const server = await freshServer()
  const token = await server.setupToken()
  expect(JSON.stringify(await server.app.ctx.db.select().from(operatorLinks))).not.toContain(token)
})
