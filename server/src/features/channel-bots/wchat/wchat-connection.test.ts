import { expect, test } from 'vitest'
import { disconnected, startWchatApp } from '#testing/chat-platforms/wchat.ts'
import { removeWchatApp } from '../jobs.ts'
import { checkAllConnections } from './check-connections.ts'
import { removeAppAgain } from './remove-app.ts'

const { app, slack, place, newTeam } = await startWchatApp()
const MINUTE = 60_000

type Removal = Parameters<typeof removeAppAgain>[1]

async function removals({ organization }: Awaited<ReturnType<typeof place>>) {
  const { rows } = await app.ctx.db.$client.query<{ data: Removal }>(
    "select data from jobs.job where name = $1 and data->>'organization_id' = $2 order by created_on",
    [removeWchatApp.name, organization.id],
  )
  return rows.map(({ data }) => data)
}

test('a workspace belongs to one organization, and is free again once that lets it go', async () => {
  const [here, there] = [await place(), await place()]
  const team = newTeam()
  expect((await here.connect(team)).status).toBe(200)
  const { status, body } = await there.connect(team)
  expect([status, body.code]).toEqual([409, 'TEAM_CONNECTED_ELSEWHERE'])
  expect(body.error).toContain(team.name)
  // The bot has one token in a workspace: taking the second one back would have ended the first.
  expect(slack.tokenOf(team)?.isAlive).toBe(true)
  expect(await there.show()).toEqual(disconnected)
  await here.disconnect()
  expect((await there.connect(team)).status).toBe(200)
})

test('of eight organizations that connect one workspace at once one has it', async () => {
  const team = newTeam()
  const places = await Promise.all(Array.from({ length: 8 }, place))
  const answers = await Promise.all(places.map((each) => each.connect(team)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
})

test('connecting another workspace replaces the first and takes its token back; the same one keeps it', async () => {
  const here = await place()
  const [first, second] = [newTeam(), newTeam()]
  await here.connect(first)
  await here.connect(first)
  expect(slack.tokenOf(first)?.isAlive).toBe(true)
  expect((await here.connect(second)).status).toBe(200)
  expect(slack.tokenOf(first)?.isAlive).toBe(false)
  expect(await here.show()).toMatchObject({ status: 'active', team: second })
})

test('disconnecting forgets the workspace, takes the token back, tells everyone and is kept', async () => {
  const here = await place()
  const team = newTeam()
  await here.connect(team)
  expect((await here.disconnect()).body).toEqual(disconnected)
  expect(slack.tokenOf(team)?.isAlive).toBe(false)
  expect(here.events().map(({ payload }) => payload.status)).toEqual(['active', 'disconnected'])
  expect((await here.audit())[0]).toMatchObject({
    action: 'channel_connection.disconnected',
    subject: { name: team.name },
  })
  // Again is harmless.
  expect((await here.disconnect()).body).toEqual(disconnected)
  expect(here.events()).toHaveLength(2)
  expect(await here.audit()).toHaveLength(2)
})

test('while Slack cannot be reached people disconnect, and the app is removed from the workspace later', async () => {
  const here = await place()
  const team = newTeam()
  await here.connect(team)
  await slack.goDown()
  expect((await here.disconnect()).body).toEqual(disconnected)
  for (const removal of await removals(here)) await removeAppAgain(app.ctx, removal)
  const second = (await removals(here)).slice(1)
  expect(second).toMatchObject([{ attempt: 3 }])
  await slack.comeBack()
  expect(slack.tokenOf(team)?.isAlive).toBe(true)
  for (const removal of second) await removeAppAgain(app.ctx, removal)
  expect(slack.tokenOf(team)?.isAlive).toBe(false)
  expect(await removals(here)).toHaveLength(2)
})

test('an app that is connected again before it could be removed stays in its workspace', async () => {
  const [here, there] = [await place(), await place()]
  const team = newTeam()
  await here.connect(team)
  slack.fail(503)
  await here.disconnect()
  expect((await there.connect(team)).status).toBe(200)
  const waiting = await removals(here)
  expect(waiting).toMatchObject([{ team_id: team.id, attempt: 2 }])
  for (const removal of waiting) await removeAppAgain(app.ctx, removal)
  expect(slack.tokenOf(team)?.isAlive).toBe(true)
})

test('a token that the platform took back makes the connection invalid within the hour, and connecting mends it', async () => {
  const here = await place()
  const team = newTeam()
  await here.connect(team)
  slack.uninstall(team)
  await checkAllConnections(app.ctx)
  expect((await here.show()).status).toBe('active')
  app.clock.advance(60 * MINUTE)
  await Promise.all(Array.from({ length: 8 }, () => checkAllConnections(app.ctx)))
  expect(await here.show()).toMatchObject({ status: 'invalid', team })
  expect(here.events().map(({ payload }) => payload.status)).toEqual(['active', 'invalid'])
  expect((await here.connect(team)).status).toBe(200)
  expect(await here.show()).toMatchObject({ status: 'active', team })
})

test('who looks at the connection is shown within a minute that the platform took the token back', async () => {
  const here = await place()
  const team = newTeam()
  await here.connect(team)
  slack.uninstall(team)
  const from = slack.calls.length
  expect((await here.show()).status).toBe('active')
  app.clock.advance(MINUTE)
  await Promise.all([here.show(), here.show(), here.show()])
  await expect.poll(async () => (await here.show()).status).toBe('invalid')
  expect(slack.calls.slice(from)).toEqual(['auth.test'])
  expect(here.events().map(({ payload }) => payload.status)).toEqual(['active', 'invalid'])
})

test('a connection that was checked before the clock went back is checked again', async () => {
  const here = await place()
  app.clock.advance(180 * MINUTE)
  const team = newTeam()
  await here.connect(team)
  slack.uninstall(team)
  app.clock.advance(-120 * MINUTE)
  await checkAllConnections(app.ctx)
  expect((await here.show()).status).toBe('invalid')
})

test('an app that is removed while someone connects its workspace again is never shown as connected', async () => {
  const [here, there] = [await place(), await place()]
  const team = newTeam()
  await here.connect(team)
  const removal = Promise.withResolvers<void>()
  slack.hold(removal.promise)
  const disconnecting = here.disconnect()
  await expect.poll(() => slack.calls.at(-1)).toBe('auth.revoke')
  slack.hold(Promise.resolve())
  const connecting = there.connect(team)
  // It has the token that is about to end.
  await expect.poll(() => slack.calls.at(-1)).toBe('oauth.v2.access')
  removal.resolve()
  expect((await disconnecting).body).toEqual(disconnected)
  expect(await connecting).toMatchObject({ status: 400, body: { code: 'OAUTH_REFUSED' } })
  expect(await there.show()).toEqual(disconnected)
  expect((await there.connect(team)).status).toBe(200)
  expect(slack.tokenOf(team)?.isAlive).toBe(true)
})

test('a check that the platform does not answer leaves the connection as it is', async () => {
  const here = await place()
  await here.connect()
  app.clock.advance(60 * MINUTE)
  slack.fail(...Array.from({ length: 40 }, () => 503))
  await checkAllConnections(app.ctx)
  slack.fail()
  expect((await here.show()).status).toBe('active')
})
