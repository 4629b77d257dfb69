import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenPrivateChat, stepsOf } from '#testing/chats/private-chat.ts'
import type { Script } from '#testing/doubles/vendors/vendor-double.ts'
import { echo, serve } from '#testing/servers/loopback-server.ts'

const app = await testApp()
const ready = ({ tools = ['http_request'], lazy = false }: { tools?: string[]; lazy?: boolean } = {}) =>
  givenPrivateChat(app, { organization: { use_lazy_tools: lazy }, values: { tools } })

const call = (name: string, input: unknown, id = 'call_1'): Script => ({ tool_calls: [{ id, name, input }] })
/** What the model was told that its tool calls came to. */
const results = (given: { sent(): { role: string; content: unknown }[] }) =>
  given
    .sent()
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => String(content))

test('a teammate calls an address and answers with what it found there', async () => {
  const { url } = await serve(echo)
  await using given = await ready()
  given.vendor.reply(
    call('http_request', { method: 'POST', url: `${url}/orders`, headers: { 'x-shop': '1' }, body: { id: 7 } }),
    { text: 'It is on its way.' },
  )
  const { body } = await given.ask('Where is order 7?')
  expect(body.data.message).toBe('It is on its way.')
  const [result] = results(given)
  const { status, body: echoed } = JSON.parse(result ?? '')
  expect(status).toBe(200)
  expect(echoed).toMatchObject({ method: 'POST', url: '/orders', body: '{"id":7}' })
  expect(echoed.headers).toMatchObject({ 'x-shop': '1', 'content-type': 'application/json' })
})

test('text before and after a tool call is one answer', async () => {
  const { url } = await serve(echo)
  await using given = await ready()
  given.vendor.reply(
    { text: 'Let me look.', tool_calls: [{ name: 'http_request', input: { url } }] },
    { text: 'Found it.' },
  )
  const { body } = await given.ask('Look!')
  expect(body.data.message).toBe('Let me look.\n\nFound it.')
})

test('addresses inside the network are refused, directly and by way of a redirect', async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end()
  })
  const addresses = ['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data', 'http://[fd00::1]/', url]
  await using given = await ready()
  given.vendor.reply(
    { tool_calls: addresses.map((url, n) => ({ id: `call_${n}`, name: 'http_request', input: { url } })) },
    { text: 'I may not go there.' },
  )
  expect((await given.ask('Go!')).body.data.message).toBe('I may not go there.')
  expect(results(given)).toHaveLength(4)
  for (const result of results(given)) expect(result).toMatch(/^The address .+ is not reachable from here/)
})

test('whatever goes wrong with a tool is reported to the model in words, and the run continues', async () => {
  const { url, server } = await serve((_, response) => response.destroy())
  const { port } = await serve(echo)
  await using given = await ready()
  given.vendor.reply(
    {
      tool_calls: [
        { id: 'dead', name: 'http_request', input: { url } },
        { id: 'unknown', name: 'delete_everything', input: {} },
        { id: 'misfit', name: 'http_request', input: { url: 'ftp://example.test', method: 'TRACE' } },
        { id: 'broken', name: 'http_request', json: '{"url": "http' },
        { id: 'user', name: 'http_request', input: { url: `http://user:secret@127.0.0.1:${port}/` } },
        { id: 'header', name: 'http_request', input: { url: `http://127.0.0.1:${port}/`, headers: { 'a b': 'c' } } },
      ],
    },
    { text: 'Nothing worked.' },
  )
  const { body } = await given.ask('Try!')
  expect(body.data.message).toBe('Nothing worked.')
  const [dead, unknown, misfit, broken, user, header] = results(given)
  expect(dead).not.toBe('')
  expect(unknown).toBe('There is no tool delete_everything.')
  expect(misfit).toMatch(/^The input does not fit\. .*url: .+/)
  expect(misfit).toContain('method: ')
  expect(broken).toMatch(/^The input does not fit\./)
  expect(user).toContain('cannot be part of the address')
  expect(header).not.toBe('')
  expect(server.listening).toBe(true)
})

test('an answer too large to read is cut, and one without an end is refused', async () => {
  const { url } = await serve(({ url }, response) => {
    response.setHeader('content-type', 'text/plain')
    if (url === '/large') return response.end('x'.repeat(200_000))
    const pour = () => {
      while (!response.destroyed && response.write('y'.repeat(65_536)));
    }
    response.on('drain', pour)
    pour()
  })
  await using given = await ready()
  given.vendor.reply(
    {
      tool_calls: [
        { id: 'a', name: 'http_request', input: { url: `${url}/large` } },
        { id: 'b', name: 'http_request', input: { url: `${url}/endless` } },
      ],
    },
    { text: 'Large.' },
  )
  expect((await given.ask('Read!')).body.data.message).toBe('Large.')
  const [large, endless] = results(given)
  expect(large?.length).toBeLessThan(61_000)
  expect(large).toMatch(/more characters were left out\]$/)
  expect(endless?.length).toBeLessThan(61_000)
})

test('lazily, a model is offered a loader first and a tool once it has loaded it', async () => {
  const { url } = await serve(echo)
  await using given = await ready({ lazy: true, tools: ['http_request', 'agent.call_teammate'] })
  given.vendor.reply(
    call('http_request', { url }, 'too_early'),
    call('load_tools', { names: ['http_request', 'no_such_tool'] }, 'load'),
    call('http_request', { url }, 'now'),
    { text: 'Done.' },
  )
  const { body } = await given.ask('Look!')
  expect(body.data.message).toBe('Done.')
  expect(given.offered(0)).toEqual(['load_tools'])
  expect(given.offered(2)).toEqual(['load_tools', 'http_request'])
  const [early, load, now] = results(given)
  expect(early).toBe('There is no tool http_request.')
  expect(JSON.parse(load ?? '')).toEqual({ loaded: ['http_request'], unknown: ['no_such_tool'] })
  expect(JSON.parse(now ?? '').status).toBe(200)
  const [step] = await stepsOf(app, body.data.runId)
  const active = step?.payload.additional_data.steps.map((one: { active_tools: string[] }) => one.active_tools)
  expect(active).toEqual([
    ['load_tools'],
    ['load_tools'],
    ['load_tools', 'http_request'],
    ['load_tools', 'http_request'],
  ])
})

test('not lazily, every tool of the teammate is offered at once, and a tool that is not there never', async () => {
  await using given = await ready({ tools: ['http_request', 'gone', 'agent.call_teammate'] })
  await given.ask('Hello')
  expect(given.offered()).toHaveLength(2)
  expect(given.offered()[0]).toBe('http_request')
})

test('a teammate without tools is offered none', async () => {
  for (const lazy of [true, false]) {
    await using given = await ready({ tools: [], lazy })
    await given.ask('Hello')
    expect(given.vendor.requests.at(-1)?.body.tools).toBeUndefined()
  }
})

test('a model that calls tools for ever is stopped, and the caller is told so', async () => {
  const { url } = await serve((_, response) => response.end('again'))
  await using given = await ready()
  given.vendor.reply(() => call('http_request', { url }))
  const { status, body } = await given.ask('Go!')
  expect(status).toBe(502)
  expect(body).toMatchObject({ code: 'TOO_MANY_ROUNDS', error: expect.stringContaining('without an answer') })
  expect(given.vendor.requests).toHaveLength(40)
})
