import { expect, test } from 'vitest'
import { ownTestApp, startTestApp } from '#testing/app.ts'
import { answered } from '#testing/doubles/tool-server.ts'
import { givenConnector } from '#testing/tools/connectors.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })

test('a call that fails costs the run one clear tool error, and nothing else', async () => {
  await using given = await givenConnector(app, {
    tools: [
      { name: 'fails', call: () => ({ ...answered('No such person'), isError: true }) },
      { name: 'throws', call: () => Promise.reject(new Error('boom')) },
      { name: 'floods', call: () => answered('x'.repeat(50 * 2 ** 20)) },
      { name: 'works', call: () => answered('fine') },
    ],
  })
  await given.test()
  const names = ['fails', 'throws', 'floods', 'works', 'gone']
  const tool_calls = names.map((name) => ({ id: name, name: `crm__${name}`, input: {} }))
  given.vendor.reply({ text: '', tool_calls }, { text: 'Done.' })
  const { body } = await given.ask('Try them all')
  expect(body.data.message).toBe('Done.')
  const results = Object.fromEntries(
    given
      .sent()
      .flatMap(({ role, content, ...more }) =>
        role === 'tool' ? [[(more as { tool_call_id: string }).tool_call_id, content]] : [],
      ),
  )
  expect(results).toMatchObject({
    fails: expect.stringContaining('No such person'),
    throws: expect.stringContaining('boom'),
    floods: expect.stringContaining('longer than 2 MB'),
    works: 'fine',
    gone: expect.stringContaining('There is no tool crm__gone'),
  })
})

test('a server that never answers costs a call its time, and nobody else anything', async () => {
  const own = await startTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTOR_TIMEOUT: '2' } })
  const hang = () => new Promise<never>(() => undefined)
  await using given = await givenConnector(own, { tools: [{ name: 'hangs', call: hang }] })
  await using other = await givenConnector(own, { tools: [{ name: 'works', call: () => answered('fine') }] })
  await Promise.all([given.test(), other.test()])
  const call = (name: string) => ({ text: '', tool_calls: [{ id: name, name: `crm__${name}`, input: {} }] })
  given.vendor.reply(call('hangs'), { text: 'It took too long.' })
  const asked = given.ask('Try it')
  await expect.poll(() => given.tools.calls.length).toBe(1)
  other.vendor.reply(call('works'), { text: 'Done.' })
  expect((await other.ask('Try it')).body.data.message).toBe('Done.')
  expect((await asked).body.data.message).toBe('It took too long.')
  expect(JSON.stringify(given.sent())).toContain('CRM: The server took too long to answer.')
  await own.close()
})

test('a tool that is gone is reported, and the list is read again; what was added is there the next time', async () => {
  await using given = await givenConnector(app, { tools: [{ name: 'old' }] })
  await given.test()
  given.tools.tools = [{ name: 'new' }]
  given.vendor.reply({ text: '', tool_calls: [{ id: 'a', name: 'crm__old', input: {} }] }, { text: 'Gone.' })
  await given.ask('Use the old one')
  expect(JSON.stringify(given.sent())).toContain('Unknown tool: old')
  await expect
    .poll(async () => {
      given.vendor.reply({ text: 'Hello.' })
      await given.ask('Hello')
      return given.offered()
    })
    .toEqual(['crm__new'])
})
