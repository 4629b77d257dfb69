import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { employeeMcps, mcps } from '#features/connectors/table.ts'
import { builtToolsets } from '#features/connectors/toolsets/built-toolsets.ts'
import type { TeammateRow } from '#features/teammates/table.ts'
import { newId } from '#platform/id.ts'
import { ownTestApp } from '#testing/app.ts'
import { watchStatements } from '#testing/database/statements.ts'
import { answered } from '#testing/doubles/tool-server.ts'
import { givenConnector } from '#testing/tools/connectors.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })
const statements = watchStatements(app)

const TEAMMATES = 100
const CONNECTORS = 10
const NAMES = ['find', 'add', 'remove']
const served = NAMES.map((name) => ({ name, description: `Can ${name}.`, call: () => answered('Done.') }))

type Hosted = Awaited<ReturnType<typeof givenHosted>>
type Member = { teammate: TeammateRow; connectors: { id: string; name: string }[]; hosted: Hosted }

async function connectorOf(id: string) {
  const [row] = await app.ctx.db.select().from(mcps).where(eq(mcps.id, id))
  if (!row) throw new Error('The connector was not written')
  return row
}

/** An organization whose teammates have ten connectors each, all of one server, each at a path of its own. */
async function givenCrowd() {
  const given = await givenConnector(app, { tools: served })
  const { organization, owner, tools, teammate: first, vendor } = given
  await given.test()
  const listed = await connectorOf(given.connector.id)
  let made = 0
  async function hire(): Promise<Member> {
    const teammate = await app.given.teammate(organization, { model: first.model })
    const rows = Array.from({ length: CONNECTORS }, () => {
      const name = `Server ${++made}`
      return { ...listed, id: newId(), name, url: `${tools.url}/${made}` }
    })
    await app.ctx.db.insert(mcps).values(rows)
    await app.ctx.db
      .insert(employeeMcps)
      .values(rows.map(({ id }) => ({ organization_id: organization.id, employee_id: teammate.id, mcp_id: id })))
    const hosted = await givenHosted(app, owner, teammate)
    // The first use of a token is noted, which is no matter of tools.
    await hosted.ask('ping')
    return { teammate, connectors: rows, hosted }
  }
  const set = vi.spyOn(builtToolsets, 'set')
  onTestFinished(() => set.mockRestore())

  /** What one request costs: which connectors' tools were built, and how often lists were read and servers asked. */
  async function costOf(work: () => Promise<unknown>) {
    set.mockClear()
    const before = tools.requests.length
    const asked = await statements.during(work)
    return {
      built: set.mock.calls.map(([key]) => String(key).split(' ')[0] ?? ''),
      lists_read: asked.filter((text) => /"tools" from "mcps"/.test(text)).length,
      requests: tools.requests.length - before,
      statements: asked.length,
    }
  }
  const list = ({ hosted }: Member) => hosted.ask('tools/list')
  const call = ({ hosted, connectors: [one] }: Member) =>
    hosted.call(`${one?.name.toLowerCase().replace(' ', '_')}__find`)
  const chat = async ({ teammate }: Member) => {
    vendor.reply({ text: 'Yes.' })
    const message = { message: 'Are you there?', channel: 'api' }
    const { body } = await given.client.post(`/api/private/employee/${teammate.id}/messages`, message)
    if (body.data?.message !== 'Yes.') throw new Error(JSON.stringify(body))
  }
  return Object.assign(given, { hire, costOf, work: { list, call, chat } })
}

type Crowd = Awaited<ReturnType<typeof givenCrowd>>
const ways = ['list', 'call', 'chat'] as const

/** Each way of asking, of a teammate that nobody has asked before and of the same one again. */
async function costsOf({ hire, costOf, work }: Crowd) {
  const costs: Record<string, { cold: number; warm: number }> = {}
  for (const way of ways) {
    const cold: number[] = []
    const warm: number[] = []
    // What else the server does meanwhile can only add to a count, so the least of three is its own.
    for (let time = 0; time < 3; time++) {
      const one = await hire()
      const first = await costOf(() => work[way](one))
      const requests = way === 'call' ? 1 : 0
      expect(first, `${way}, cold`).toMatchObject({ lists_read: 1, requests })
      expect(first.built.toSorted()).toEqual(one.connectors.map(({ id }) => id).toSorted())
      const again = await costOf(() => work[way](one))
      expect(again, `${way}, warm`).toMatchObject({ built: [], lists_read: 0, requests })
      cold.push(first.statements)
      warm.push(again.statements)
    }
    costs[way] = { cold: Math.min(...cold), warm: Math.min(...warm) }
  }
  return costs
}

test('with a hundred teammates of ten connectors each, a request builds and reads what it did with a few', async () => {
  await using crowd = await givenCrowd()
  const { costOf, work } = crowd
  const few = await costsOf(crowd)
  const others: Member[] = []
  while (others.length < TEAMMATES) others.push(await crowd.hire())
  for (const one of others) expect((await costOf(() => work.list(one))).built).toHaveLength(CONNECTORS)
  for (const one of others) {
    expect(await costOf(() => work.list(one))).toMatchObject({ built: [], lists_read: 0, requests: 0 })
  }
  const many = await costsOf(crowd)
  for (const way of ways) {
    for (const how of ['cold', 'warm'] as const) {
      // One for each connector would be ten more; what else the server does meanwhile is less.
      expect(many[way]?.[how], `${way}, ${how}`).toBeLessThan((few[way]?.[how] ?? 0) + CONNECTORS)
    }
  }
  // Who is calling, and nothing else.
  expect(many.list?.warm).toBe(1)
})

test('after a change exactly what changed is built again, for those whose it is', async () => {
  await using crowd = await givenCrowd()
  const { costOf, work, person, base, tools } = crowd
  const [one, other] = [await crowd.hire(), await crowd.hire()]
  const [renamed, relisted, removed] = one.connectors
  if (!renamed || !relisted || !removed) throw new Error('There are ten')
  for (const each of [one, other]) await work.list(each)
  const builtFor = async (each: Member) => (await costOf(() => work.list(each))).built
  const assigned = `${base}/mcps/employee/${one.teammate.id}`

  await person.put(`${base}/mcps/mcp/${renamed.id}`, { name: 'Sales' })
  expect(await builtFor(one)).toEqual([renamed.id])
  expect(await one.hosted.names()).toContain('sales__find')

  tools.tools = [...served, { name: 'merge' }]
  const { body } = await person.post(`${base}/mcps/test`, { employee_id: one.teammate.id, mcp_id: relisted.id })
  expect(body.success).toBe(true)
  expect(await builtFor(one)).toEqual([relisted.id])
  expect((await one.hosted.names()).filter((name) => name.endsWith('__merge'))).toHaveLength(1)

  await person.delete(assigned, { mcp_id: removed.id })
  expect(await builtFor(one)).toEqual([])
  expect(await one.hosted.names()).toHaveLength((CONNECTORS - 1) * NAMES.length + 1)

  // Another teammate has it already, so that it is there.
  await person.post(assigned, { mcp_id: other.connectors[0]?.id })
  expect(await builtFor(one)).toEqual([])
  expect(await one.hosted.names()).toHaveLength(CONNECTORS * NAMES.length + 1)

  expect(await builtFor(other)).toEqual([])
})
