import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { runLeases, runs } from '#features/runs/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { createClient } from '#testing/client.ts'
import { liveRunIds } from '#testing/runs/live-runs.ts'
import { flowOf } from '#testing/runs/workflows.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { postgresUrl, spawnServer } from '#testing/servers/server-process.ts'
import { givenHosted, hostedClient } from '#testing/tools/hosted.ts'

const app = await ownTestApp({ env: { RUN_CONCURRENCY: '4' } })

/** A member's program, a tool and a workflow that wait for a server, and what the workflow would do next. */
async function givenCaller() {
  const people = await app.given.organization()
  const { organization, member } = people
  const owner = await app.as(people.owner)
  const base = `/api/organizations/${organization.id}`
  const teammate = await app.given.teammate(organization, { name: 'Ada', tools: ['http_request'] })
  const group = await app.given.accessGroup(organization, { users: [member], teammates: [teammate] })
  const pending: (() => void)[] = []
  const slow = await serve((_request, response) => void pending.push(() => response.end('what nobody may have')))
  let effects = 0
  const effect = await serve((_request, response) => {
    effects++
    response.end()
  })
  const { body: flow } = await owner.post(`${base}/workflows`, {
    name: 'Look up',
    ...flowOf({
      ask: { type: 'http_request', method: 'GET', url: slow.url, next: 'tell' },
      tell: { type: 'http_request', method: 'POST', url: effect.url },
    }),
  })
  await owner.put(`${base}/employees/${teammate.id}`, { name: 'Ada', workflow_ids: [flow.id] })
  const hosted = await givenHosted(app, member, teammate)
  const runsOf = () => app.ctx.db.select().from(runs).where(eq(runs.employee_id, teammate.id))
  return {
    ...people,
    client: owner,
    base,
    teammate,
    group,
    hosted,
    slow,
    effect,
    runsOf,
    pending,
    effects: () => effects,
    release() {
      for (const end of pending) end()
    },
    async leases() {
      const ids = (await runsOf()).map(({ id }) => id)
      return app.ctx.db.select().from(runLeases).where(inArray(runLeases.run_id, ids))
    },
  }
}

type Given = Awaited<ReturnType<typeof givenCaller>>

const nobody = { status: 401, code: undefined, error: 'A valid token is required' }
const losses: Record<string, { lose(given: Given): Promise<unknown>; refusal: typeof nobody | object }> = {
  'the token is revoked': {
    lose: ({ hosted }) => hosted.person.delete(`${hosted.path}/${hosted.created.id}`),
    refusal: nobody,
  },
  'its person leaves the organization': {
    lose: ({ client, base, member }) => client.delete(`${base}/users/${member.id}`),
    refusal: nobody,
  },
  'its person does not see the teammate any more': {
    lose: ({ client, base, group }) => client.delete(`${base}/access-groups/${group.id}`),
    refusal: nobody,
  },
  'the teammate is deleted': {
    lose: ({ client, base, teammate }) => client.delete(`${base}/employees/${teammate.id}`),
    refusal: nobody,
  },
  'the organization becomes inactive': {
    lose: ({ organization: { id } }) =>
      app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, id)),
    refusal: { status: 403, code: 'ORGANIZATION_INACTIVE', error: 'The organization is inactive' },
  },
}

test.each(Object.keys(losses))(
  'a call that is being made when %s is stopped and answered with nothing',
  async (name) => {
    const loss = losses[name]
    if (!loss) throw new Error(`There is no ${name}`)
    const given = await givenCaller()
    const { hosted, slow } = given
    const tool = hosted.call('http_request', { url: slow.url })
    const workflow = hosted.call('workflow.look_up')
    const streamed = hosted.ask(
      'tools/call',
      { name: 'workflow.look_up', arguments: {}, _meta: { progressToken: 'p' } },
      { accept: 'application/json, text/event-stream' },
    )
    await expect.poll(() => given.pending.length).toBe(3)
    await loss.lose(given)

    // Nothing has been released: anyone who is answered was not waiting for the server any more.
    const plain = await Promise.all([tool, workflow])
    const refused = await hosted.ask('tools/list')
    for (const { status, body } of [...plain, refused]) {
      expect({ status, code: body.code, error: body.error }).toEqual(loss.refusal)
    }
    const stream = await streamed
    expect(stream.status).toBe(200)
    const message = JSON.parse(String(stream.body).trim().split('data: ').at(-1) ?? '')
    expect(message.error).toEqual({ code: -32000, message: refused.body.error })
    given.release()
    await expect
      .poll(async () => (await given.runsOf()).map(({ status }) => status))
      .toEqual(Array.from({ length: 3 }, () => 'cancelled'))
    expect(await given.leases()).toEqual([])
    await expect.poll(() => liveRunIds(app, given.organization.id)).toEqual([])
    expect(given.effects()).toBe(0)
    expect(JSON.stringify([...plain, stream].map(({ body }) => body))).not.toContain('what nobody may have')
  },
)

async function givenWaiting(given: Given) {
  const { body: flow } = await given.client.post(`${given.base}/workflows`, {
    name: 'Order',
    ...flowOf({
      ask: { type: 'user_input', question: 'Really?', next: 'tell' },
      tell: { type: 'http_request', method: 'POST', url: given.effect.url },
    }),
  })
  await given.client.put(`${given.base}/employees/${given.teammate.id}`, { name: 'Ada', workflow_ids: [flow.id] })
  const called = await given.hosted.call('workflow.order')
  const { run_id } = JSON.parse(called.body.result.content[0].text)
  const answer = () => given.client.post(`${given.base}/workflows/runs/${run_id}/resume`, { value: 'yes' })
  const status = async () => (await given.runsOf()).find(({ id }) => id === run_id)?.status
  return { answer, status }
}

const losers = [
  'the token is revoked',
  'its person leaves the organization',
  'its person does not see the teammate any more',
]

test.each(losers)('a call that waits for someone does nothing more when it is answered after %s', async (name) => {
  const given = await givenCaller()
  const waiting = await givenWaiting(given)
  await losses[name]?.lose(given)
  expect((await waiting.answer()).status).toBe(200)
  await expect.poll(waiting.status).toBe('cancelled')
  expect(await given.leases()).toEqual([])
  expect(given.effects()).toBe(0)
})

test('a call that waited continues while its token is worth what it was', async () => {
  const given = await givenCaller()
  const first = await givenWaiting(given)
  await first.answer()
  await expect.poll(first.status).toBe('completed')
  expect(given.effects()).toBe(1)
})

test('what another person of the teammate calls continues while one of them loses it', async () => {
  const given = await givenCaller()
  const theirs = await givenHosted(app, given.admin, given.teammate)
  const lost = given.hosted.call('http_request', { url: given.slow.url })
  const kept = theirs.call('workflow.look_up')
  await expect.poll(() => given.pending.length).toBe(2)
  await given.client.delete(`${given.base}/users/${given.member.id}`)
  expect((await lost).status).toBe(401)
  given.release()
  expect(await kept).toMatchObject({ status: 200, body: { result: { content: [{ type: 'text' }] } } })
  expect(given.effects()).toBe(1)
})

test.runIf(postgresUrl)('a call that one process makes is stopped when another one takes the right to it', async () => {
  const given = await givenCaller()
  const { DATA_DIR, DATABASE_URL = '' } = app.config
  const other = spawnServer({ DATA_DIR, DATABASE_URL, LOG_LEVEL: 'info' })
  const elsewhere = hostedClient(await other.address, given.hosted.token)
  const call = elsewhere.call('workflow.look_up')
  await expect.poll(() => given.pending.length).toBe(1)
  await given.client.delete(`${given.base}/access-groups/${given.group.id}`)
  expect((await call).status).toBe(401)
  given.release()
  await expect.poll(async () => (await given.runsOf()).map(({ status }) => status)).toEqual(['cancelled'])
  expect([await given.leases(), given.effects()]).toEqual([[], 0])
  await other.kill('SIGTERM')
  expect(other.complaints).toEqual([])
})

test('a request whose body comes long after its token is judged by what the token is worth then', async () => {
  const given = await givenCaller()
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'workflow.look_up' } })
  const { promise: rest, resolve: send } = Promise.withResolvers<void>()
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from(message.slice(0, 10)))
      await rest
      controller.enqueue(Buffer.from(message.slice(10)))
      controller.close()
    },
  })
  const slowly = createClient(app.base_url, { authorization: `Bearer ${given.hosted.token}` }).send('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  })
  const used = async () => (await given.hosted.person.get(given.hosted.path)).body.data[0].last_used_at
  await expect.poll(used).not.toBeNull()
  app.clock.advance(5000)
  await given.hosted.person.delete(`${given.hosted.path}/${given.hosted.created.id}`)
  send()
  expect((await slowly).status).toBe(401)
  expect([await given.runsOf(), given.pending]).toEqual([[], []])
})
