import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { stargateTasks } from '#features/stargate/table.ts'
import { awaitedSystems } from '#features/stargate/waiting-gateways.ts'
import { testApp } from '#testing/app.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { spawnProgram } from '#testing/servers/server-process.ts'

const program = fileURLToPath(new URL('../../../../gateway/gateway.ts', import.meta.url))
const app = await testApp()

/** A name, byte by byte, as old systems send it; the third says ISO-8859-1 and is UTF-8. */
const IN_ENCODING: Record<string, string> = {
  'windows-1251': '\xc0\xed\xed\xe0',
  shift_jis: '\x96\xbc\x91O',
  'iso-8859-1': Buffer.from('Анна').toString('latin1'),
  'an-unknown-one': '\xe4',
}

test('the reference gateway makes the requests of flows at its system, at nothing else, and ends with what it took answered', async () => {
  const asked: string[] = []
  const crm = await serve(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push(`${request.method} ${request.url} ${body}`)
    const encoding = /^\/api\/in\/(.+)/.exec(request.url ?? '')?.[1]
    if (encoding) {
      response.writeHead(200, { 'content-type': `application/json; charset=${encoding}` })
      response.end(Buffer.from(`{"name":"${IN_ENCODING[encoding]}"}`, 'latin1'))
      return
    }
    response.writeHead(request.url === '/api/missing' ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ name: 'Ann' }))
  })
  const given = await givenWorkflows(app)
  const gateway = spawnProgram(program, {
    ALONGSIDE_URL: app.base_url,
    ALONGSIDE_KEY: given.private_key,
    GATEWAY_SYSTEM: 'crm',
    GATEWAY_TARGET: `${crm.url}/api/`,
    GATEWAY_NAME: 'one',
  })
  const isWaiting = () =>
    awaitedSystems(app.ctx.ports).some(({ organization_id }) => organization_id === given.organization.id)
  await expect.poll(isWaiting).toBe(true)

  const { id } = await given.create({
    ask: { type: 'stargate', system: 'crm', method: 'POST', uri: '{{input.uri}}', body: { n: 1 }, next: 'say' },
    say: { type: 'message', text: '{{output.ask.status}} {{output.ask.body.name}}' },
  })
  const run = async (uri: string) => {
    const key = app.withKey(given.private_key)
    const { body } = await key.post(`/api/private/trigger/${id}`, { uri })
    // A gateway may be so quick that the run has failed before its caller was told that it waits.
    const { runId } = body.data ?? body
    const shown = async () => (await key.get(`/api/private/workflow/run/${runId}`)).body.data
    await expect.poll(async () => (await shown()).status).toMatch(/completed|failed/)
    const { result, error } = await shown()
    return result ?? error
  }
  expect(await run('/customers/7?full=1')).toBe('200 Ann')
  expect(await run('/in/windows-1251')).toBe('200 Анна')
  expect(await run('/in/shift_jis')).toBe('200 名前')
  expect(await run('/in/iso-8859-1')).toBe('200 Анна')
  expect(await run('/in/an-unknown-one')).toBe('200 \ufffd')
  expect(await run('/missing')).toBe('The system answered with status 404')
  for (const outside of ['/../admin', 'http://127.0.0.1:1/', '/a/../../admin']) {
    expect(await run(outside)).toBe('The address is outside of the target')
  }
  const paths = [
    '/api/customers/7?full=1',
    ...Object.keys(IN_ENCODING).map((name) => `/api/in/${name}`),
    '/api/missing',
  ]
  expect(asked.slice(0, paths.length)).toEqual(paths.map((path) => `POST ${path} {"n":1}`))
  expect(asked.every((each) => each.startsWith('POST /api/'))).toBe(true)

  expect((await gateway.kill('SIGTERM')).code).toBe(0)
  const left = await app.ctx.db
    .select()
    .from(stargateTasks)
    .where(eq(stargateTasks.organization_id, given.organization.id))
  expect(left.filter(({ status }) => status === 'requested')).toEqual([])
})

test('a poll that a proxy ends because nothing came is asked again at once, as one that found nothing', async () => {
  let polls = 0
  const proxy = await serve((_request, response) => {
    polls++
    setTimeout(() => response.writeHead(504).end('Gateway Time-out'), 1100)
  })
  const gateway = spawnProgram(program, {
    ALONGSIDE_URL: proxy.url,
    ALONGSIDE_KEY: 'a key',
    GATEWAY_SYSTEM: 'crm',
    GATEWAY_TARGET: 'http://127.0.0.1:1/',
  })
  await expect.poll(() => polls).toBe(4)
  expect(gateway.printed()).not.toContain('Cannot reach')
})
