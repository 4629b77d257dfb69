import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { memberships } from '#features/organizations/table.ts'
import { newId } from '#platform/id.ts'
import type { Caller, Route } from '#platform/route.ts'
import { testApp } from '#testing/app.ts'
import type { Answer, Client } from '#testing/client.ts'
import { sampleOf } from '#testing/routes/junk.ts'
import { expectAll, fill, knock, nameOf, parametersOf, readAnswer, walked } from '#testing/routes/walk.ts'

const app = await testApp()

const of = (...callers: Caller[]): Route[] => app.routes.filter(({ caller }) => callers.includes(caller))
const taken = (way: (typeof walked)[Caller]): Route[] => app.routes.filter(({ caller }) => walked[caller] === way)
const inOrganizations = taken('organization')

/** Every second one, the others for the next value: all routes read a cookie or an id by the same code. */
const half = <T>(all: readonly T[], index: number): T[] => all.filter((_, at) => (at + index) % 2 === 0)

const people = await app.given.organization()
const { organization } = people
const [owner, admin, member] = await Promise.all([people.owner, people.admin, people.member].map(app.as))
if (!owner || !admin || !member) throw new Error('Nobody to walk with')
const here = { organization_id: organization.id }

test('every route has a caller that the walk knows, and a path that says what the caller needs', () => {
  expect(app.routes.length).toBeGreaterThan(40)
  expect(app.routes.filter(({ caller }) => !(caller in walked)).map(nameOf)).toEqual([])
  expect(new Set(app.routes.map(nameOf)).size).toBe(app.routes.length)
  const homeless = inOrganizations.filter((route) => !parametersOf(route).includes('organization_id'))
  expect(homeless.map(nameOf)).toEqual([])
  const faceless = of('teammate_editor', 'teammate_viewer', 'teammate_key').filter(
    (route) => !parametersOf(route).includes('employee_id'),
  )
  expect(faceless.map(nameOf)).toEqual([])
})

test('without a session, or with a made-up one, every route of a person answers 401 before its body is read', async () => {
  const routes = [...taken('session'), ...inOrganizations]
  await expectAll(routes, 401, (route) => knock(app.anyone, route, here))
  await expectAll(routes, 401, (route) => knock(app.anyone, route, here, { cookie: 'sessionId=made-up' }))
  for (const [index, cookie] of ['sessionId=', 'sessionId=%00', '=;;=', 'other=1'].entries()) {
    await expectAll(half(routes, index), 401, (route) => knock(app.anyone, route, here, { cookie }))
  }
})

test('an organization that one does not belong to looks exactly like one that does not exist', async () => {
  const outsider = await app.as((await app.given.organization()).owner)
  const left = await app.given.membership(organization, 'owner')
  await app.ctx.db.update(memberships).set({ removed_at: new Date() }).where(eq(memberships.user_id, left.id))
  const formerOwner = await app.as(left)
  const ask = (client: Client, organization_id: string, routes = inOrganizations) =>
    expectAll(routes, 404, (route) => knock(client, route, { organization_id }))
  const expectAlike = (answers: readonly Answer[], missing: readonly Answer[]) => {
    expect(answers).toHaveLength(missing.length)
    for (const [index, answer] of answers.entries()) expect(answer).toLookLike(missing[index] ?? answer)
  }

  const missing = await ask(outsider, newId())
  expectAlike(await ask(outsider, organization.id), missing)
  expectAlike(await ask(formerOwner, organization.id), missing)
  const malformed = ['x', '%00', '0', 'null', `${organization.id}x`, organization.id.replaceAll('-', '')]
  for (const [index, id] of malformed.entries())
    expectAlike(await ask(outsider, id, half(inOrganizations, index)), half(missing, index))
})

test('a role that is too low is refused with 403 before the body is read', async () => {
  await expectAll(of('admin', 'owner'), 403, (route) => knock(member, route, here))
  await expectAll(of('owner'), 403, (route) => knock(admin, route, here))
  await expectAll(of('developer'), 403, (route) => knock(owner, route))
})

test('a teammate that one sees may not be changed, and one that one does not see is missing', async () => {
  const seen = await app.given.teammate(organization)
  const hidden = await app.given.teammate(organization)
  const foreign = await app.given.teammate((await app.given.organization()).organization)
  await app.given.accessGroup(organization, { users: [people.member], teammates: [seen] })
  const withKey = app.withKey(people.private_key)
  const ask = (status: number, client: Client, employee_id: string, ...callers: Caller[]) =>
    expectAll(of(...callers), status, (route) => knock(client, route, { ...here, employee_id }))

  await ask(403, member, seen.id, 'teammate_editor')
  for (const [client, ids, callers] of [
    [member, [hidden.id, foreign.id], ['teammate_editor', 'teammate_viewer']],
    [owner, [foreign.id], ['teammate_editor', 'teammate_viewer']],
    [withKey, [foreign.id], ['teammate_key']],
  ] as const) {
    const missing = await ask(404, client, newId(), ...callers)
    for (const id of [...ids, 'x', '%00', `${seen.id}x`]) {
      const answers = await ask(404, client, id, ...callers)
      for (const [index, answer] of answers.entries()) expect(answer).toLookLike(missing[index] ?? answer)
    }
  }
})

test('a key that is missing or wrong answers 401, wherever it is sent', async () => {
  const routes = taken('key')
  const { public_api_key } = organization
  await expectAll(routes, 401, (route) => knock(app.anyone, route))
  for (const key of ['x', public_api_key, people.private_key.slice(1), people.private_key.toUpperCase().padEnd(70)]) {
    await expectAll(routes, 401, (route) => knock(app.withKey(key), route))
    await expectAll(routes, 401, (route) => knock(app.anyone, route, {}, { 'api-key': key }))
  }
  await expectAll(routes, 401, (route) => knock(owner, route))
  for (const authorization of [people.private_key, `Basic ${people.private_key}`, 'Bearer', 'Bearer  ']) {
    await expectAll(routes, 401, (route) => knock(app.anyone, route, {}, { authorization }))
  }
})

test('a page without a public key is nobody’s, wherever it is sent, and one without a token is nobody where one is needed', async () => {
  const routes = taken('page')
  expect(routes.length).toBeGreaterThan(10)
  await expectAll(routes, 401, (route) => knock(app.anyone, route))
  for (const key of ['x', people.private_key, organization.public_api_key.slice(1)]) {
    await expectAll(routes, 401, (route) => knock(app.anyone, route, {}, { 'api-key': key }))
    const asked = (route: Route) => ({ ...route, path: `${route.path}?api_key=${key}` })
    await expectAll(routes, 401, (route) => knock(app.anyone, asked(route)))
  }
  await expectAll(routes, 401, (route) => knock(owner, route))
  const key = { 'api-key': organization.public_api_key }
  await expectAll(of('known_visitor'), 401, (route) => knock(app.anyone, route, {}, key))
  const answers = await expectAll(routes, 401, (route) =>
    knock(app.anyone, route, {}, { ...key, 'webchat-token': 'eyJhbGciOiJub25lIn0.e30.' }),
  )
  for (const { body } of answers) expect(body.code).toBe('WEBCHAT_TOKEN_INVALID')
})

test('a page of another site changes nothing with the session of the person who opened it, nor without one', async () => {
  const all = [...taken('session'), ...inOrganizations, ...of('anyone')]
  const routes = all.filter(({ method, cors }) => method !== 'GET' && !cors)
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'x']) {
    await expectAll(routes, 403, (route) => knock(owner, route, here, { origin }))
  }
  for (const route of routes.filter(({ caller }) => caller !== 'developer')) {
    const own = await (await app.as(people.owner)).send(fill(route, { organization_id: newId() }), {
      method: route.method,
      headers: { origin: app.base_url },
    })
    expect(own.status, nameOf(route)).not.toBe(403)
  }
})

test('a malformed id looks exactly like one that nothing has', async () => {
  const developer = await app.as(await app.given.user({ is_admin: true }))
  const client: Record<(typeof walked)[Caller], Client> = {
    open: app.anyone,
    session: developer,
    organization: owner,
    key: app.withKey(people.private_key),
    page: await app.given.visitor(organization),
    token: app.anyone,
  }
  const teammate = await app.given.teammate(organization)
  const known = { ...here, employee_id: teammate.id }
  const isId = (name: string) => name === 'id' || name.endsWith('_id')
  const withId = app.routes.filter((route) => parametersOf(route).some((name) => isId(name) && !(name in known)))
  expect(withId.length).toBeGreaterThan(15)
  for (const route of withId) {
    const ask = async (id: string) => {
      const ids = Object.fromEntries(
        parametersOf(route)
          .filter(isId)
          .map((name) => [name, id]),
      )
      const body = route.method === 'GET' ? {} : { body: JSON.stringify(sampleOf(route.endpoint.body ?? z.object({}))) }
      const headers = { ...(route.method !== 'GET' && { 'content-type': 'application/json' }) }
      const path = fill(route, { ...ids, ...known })
      return readAnswer(await client[walked[route.caller]].send(path, { method: route.method, headers, ...body }))
    }
    const isNumber = route.endpoint.params?.safeParse({ id: '1' }).success
    const missing = await ask(isNumber ? '999999999' : newId())
    for (const malformed of ['x', '-1', '%00', `${newId()}x`]) {
      expect(await ask(malformed), nameOf(route)).toLookLike(missing)
    }
  }
})
