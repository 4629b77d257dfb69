import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { watchStatements } from '#testing/database/statements.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'
import { givenConnector } from '#testing/tools/connectors.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })

test('a program has the tools of a server that was down at first, though nobody else uses the teammate', async () => {
  await using given = await givenConnector(app, { key: 'closed', tools: [{ name: 'find' }] })
  await expect.poll(async () => (await given.show()).health).toBe('failing')
  const hosted = await givenHosted(app, given.owner, given.teammate)
  expect(await hosted.names()).toEqual([])
  given.tools.key = ''
  app.clock.advance(61_000)
  await expect.poll(() => hosted.names()).toEqual(['crm__find'])
  // And what it adds, once the list is old.
  given.tools.tools.push({ name: 'add' })
  app.clock.advance(11 * 60_000)
  await expect.poll(() => hosted.names()).toEqual(['crm__find', 'crm__add'])
})

test.runIf(postgresUrl)('a list that was made while something changed stands for nothing that was before', async () => {
  const statements = watchStatements(app)
  await using given = await givenConnector(app, { tools: [{ name: 'find' }] })
  const mustAsk = (ask: string[]) => given.person.post(given.assigned, { mcp_id: given.connector.id, ask })
  await given.test()
  await mustAsk(['find'])
  const hosted = await givenHosted(app, given.owner, given.teammate)
  const hold = statements.holdNext('assigned_connectors')
  const listing = hosted.names()
  await hold.reached
  expect((await mustAsk([])).status).toBe(200)
  hold.release()
  expect(await listing).toEqual(['crm__find'])
  await mustAsk(['find'])
  expect(await hosted.names()).toEqual([])
  expect((await hosted.call('crm__find')).body).toMatchObject({ error: expect.anything() })
})
