import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships } from '#features/organizations/table.ts'
import type { UserRow } from '#features/users/table.ts'
import { startTestApp } from '#testing/app.ts'
import { CALLBACK, disconnected, startWchatApp } from '#testing/chat-platforms/wchat.ts'
import { organizationChannelConnections } from '../table.ts'
import { deleteUsedStates } from './oauth-state.ts'

const { app, slack, place, newTeam } = await startWchatApp()
const MINUTE = 60_000

const setRole = (organization: { id: string }, user: UserRow, changes: Partial<typeof memberships.$inferInsert>) =>
  app.ctx.db
    .update(memberships)
    .set(changes)
    .where(and(eq(memberships.organization_id, organization.id), eq(memberships.user_id, user.id)))

test('an admin connects a workspace: its token sealed, everyone notified, the act logged', async () => {
  const here = await place()
  expect(await here.show()).toEqual(disconnected)
  const team = newTeam()
  const url = new URL(await here.start())
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: slack.env.WCHAT_CLIENT_ID,
    scope: expect.stringContaining('chat:write'),
    redirect_uri: `${app.config.BASE_URL}/settings/slack/callback`,
  })
  const { status, body } = await here.client.post(CALLBACK, slack.allow(url.href, team))
  const connection = {
    channel: 'wchat',
    status: 'active',
    team,
    connected_at: expect.any(String),
    is_available: true,
  }
  expect([status, body]).toEqual([
    200,
    {
      connection: { ...connection, organization_id: here.organization.id },
      redirect_url: '/settings/organization?connected=slack',
    },
  ])
  const member = await app.as(here.member)
  expect((await member.get(here.path)).body).toEqual(connection)

  const [row] = await app.ctx.db
    .select()
    .from(organizationChannelConnections)
    .where(eq(organizationChannelConnections.organization_id, here.organization.id))
  const token = slack.tokenOf(team)?.token ?? ''
  expect(app.ctx.ports.cipher.decrypt(row?.bot_token_sealed ?? '')).toBe(token)
  expect(row).toMatchObject({ app_id: slack.env.WCHAT_APP_ID, bot_user_id: 'U0BOT' })
  expect(here.events()).toMatchObject([
    { rooms: [`organization:${here.organization.id}`], payload: { status: 'active', team } },
  ])
  const entries = await here.audit()
  expect(entries).toMatchObject([
    {
      action: 'channel_connection.connected',
      actor: { user_id: here.admin.id },
      subject: { type: 'channel_connection', id: 'wchat', name: team.name },
      before: { status: 'disconnected', team_id: null },
      after: { status: 'active', team_id: team.id },
    },
  ])
  expect(JSON.stringify([row, entries, app.events.all(), body])).not.toContain(token)
})

test('a state is good once, for ten minutes, and only as it was made', async () => {
  const here = await place()
  const team = newTeam()
  const used = await here.start()
  expect((await here.client.post(CALLBACK, slack.allow(used, team))).status).toBe(200)
  const refusals = async (state: string) => {
    const { code } = slack.allow(await here.start(), team)
    const { status, body } = await here.client.post(CALLBACK, { code, state })
    return [status, body.code]
  }
  const stateOf = (url: string) => new URL(url).searchParams.get('state') ?? ''
  const invalid = [400, 'OAUTH_STATE_INVALID']
  expect(await refusals(stateOf(used))).toEqual(invalid)

  const fresh = stateOf(await here.start())
  const [payload = '', proof = ''] = fresh.split('.')
  const others = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const elsewhere = (await app.given.organization()).organization.id
  const forged = Buffer.from(JSON.stringify({ ...others, organization_id: elsewhere })).toString('base64url')
  for (const state of [
    '',
    '.',
    'x',
    payload,
    `.${proof}`,
    `${forged}.${proof}`,
    `${fresh}.x`,
    `${fresh}x`,
    '\0',
    'é.é',
  ])
    expect(await refusals(state)).toEqual(invalid)

  const old = stateOf(await here.start())
  app.clock.advance(10 * MINUTE)
  expect(await refusals(old)).toEqual(invalid)
  expect(slack.calls.filter((call) => call === 'oauth.v2.access').length).toBeGreaterThan(0)
  expect(await here.events()).toHaveLength(1)

  await deleteUsedStates(app.ctx)
  expect(await refusals(stateOf(used))).toEqual(invalid)
})

test('eight who come with one state at once connect once', async () => {
  const here = await place()
  const back = slack.allow(await here.start(), newTeam())
  const answers = await Promise.all(Array.from({ length: 8 }, () => here.client.post(CALLBACK, back)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
  expect(here.events()).toHaveLength(1)
})

test('only who began it comes back with it, and only while they may', async () => {
  const here = await place()
  const back = slack.allow(await here.start(), newTeam())
  const outsider = await app.as((await app.given.organization()).owner)
  for (const other of [await app.as(here.owner), await app.as(here.member), outsider]) {
    const { status, body } = await other.post(CALLBACK, back)
    expect([status, body.code]).toEqual([400, 'OAUTH_STATE_INVALID'])
  }
  expect((await app.anyone.post(CALLBACK, back)).status).toBe(401)

  await setRole(here.organization, here.admin, { role: 'member' })
  expect((await here.client.post(CALLBACK, back)).status).toBe(403)
  await setRole(here.organization, here.admin, { role: 'admin', removed_at: new Date() })
  expect((await here.client.post(CALLBACK, back)).status).toBe(403)
  await setRole(here.organization, here.admin, { removed_at: null })
  expect((await here.client.post(CALLBACK, back)).status).toBe(200)
})

test('a role that is lost while the platform answers connects nothing', async () => {
  const here = await place()
  const back = slack.allow(await here.start(), newTeam())
  const gate = Promise.withResolvers<void>()
  slack.hold(gate.promise)
  const before = slack.calls.length
  const finished = here.client.post(CALLBACK, back)
  await expect.poll(() => slack.calls.length).toBeGreaterThan(before)
  await setRole(here.organization, here.admin, { role: 'member' })
  gate.resolve()
  expect((await finished).status).toBe(403)
  expect((await (await app.as(here.owner)).get(here.path)).body).toEqual(disconnected)
})

test('a person who declines is told so, and nothing is connected', async () => {
  const here = await place()
  const { state } = slack.allow(await here.start())
  const { status, body } = await here.client.post(CALLBACK, { state, error: 'access_denied' })
  expect([status, body.code]).toEqual([400, 'OAUTH_DENIED'])
  expect(await here.show()).toEqual(disconnected)
})

test('what the platform refuses connects nothing, and what may pass says so', async () => {
  const here = await place()
  const finish = async () => {
    const { status, body } = await here.client.post(CALLBACK, slack.allow(await here.start(), newTeam()))
    return [status, body.code]
  }
  const made = { code: 'made-up', state: slack.allow(await here.start()).state }
  expect((await here.client.post(CALLBACK, made)).body.code).toBe('OAUTH_REFUSED')
  for (const failure of [503, 429, 'drop'] as const) {
    slack.fail(failure)
    expect(await finish()).toEqual([502, undefined])
  }
  const wrong = [{ app_id: 'A0OTHER' }, { token_type: 'user' }, { team: null }, { team_id: 'T0OTHER' }, { ok: 'yes' }]
  for (const fields of wrong) {
    slack.answerWith(fields)
    expect((await finish())[0], JSON.stringify(fields)).toBeGreaterThanOrEqual(400)
  }
  slack.answerWith({})
  expect(await here.show()).toEqual(disconnected)
  expect(here.events()).toEqual([])
  expect((await finish())[0]).toBe(200)
})

test('the connection is for admins to change and for members to see; another organization is not found', async () => {
  const here = await place()
  const member = await app.as(here.member)
  const outsider = await app.as((await app.given.organization()).admin)
  const calls: [string, string][] = [
    ['POST', `${here.path}/oauth/start`],
    ['DELETE', here.path],
  ]
  for (const [method, path] of calls) {
    expect((await app.anyone.send(path, { method })).status).toBe(401)
    expect((await member.send(path, { method })).status).toBe(403)
    expect((await outsider.send(path, { method })).status).toBe(404)
  }
  expect((await member.get(here.path)).status).toBe(200)
  expect((await outsider.get(here.path)).status).toBe(404)
})

test('a server without an app at the platform says so', async () => {
  const bare = await startTestApp({ parts: ['web'] })
  const { organization, admin } = await bare.given.organization()
  const client = await bare.as(admin)
  const path = `/api/organizations/${organization.id}/slack`
  expect((await client.get(path)).body).toEqual({ ...disconnected, is_available: false })
  for (const answer of [
    await client.post(`${path}/oauth/start`),
    await client.post(CALLBACK, { state: 'x', code: 'y' }),
  ])
    expect([answer.status, answer.body.code]).toEqual([409, 'CHANNEL_NOT_AVAILABLE'])
  await bare.close()
})
