import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { givenConnector } from '#testing/connectors.ts'
import { answered } from '#testing/doubles/tool-server.ts'

const app = await startTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })
afterAll(() => app.close())

const find = {
  name: 'find_person',
  description: 'Finds a person by name.',
  inputSchema: { properties: { name: { type: 'string' } }, required: ['name'] },
  call: ({ name }: Record<string, unknown>) => answered(`${name} lives in Rome.`),
}

test.each(['self_contained', 'sessions', 'sse'] as const)(
  'a teammate uses the tools of a server that speaks %s, by the name of its connector',
  async (speaking) => {
    await using given = await givenConnector(app, { speaking, tools: [find], name: 'My CRM!' })
    const tested = await given.test()
    expect(tested.body).toMatchObject({
      success: true,
      toolsets: [{ name: 'my_crm', tool_count: 1, tools: [{ name: 'find_person' }] }],
    })
    expect(await given.show()).toMatchObject({ health: 'working', tool_count: 1, toolset: 'my_crm' })
    const call = { id: 'a', name: 'my_crm__find_person', input: { name: 'Ada' } }
    given.vendor.reply({ text: '', tool_calls: [call] }, { text: 'In Rome.' })
    const { body } = await given.ask('Where does Ada live?')
    expect(body.data.message).toBe('In Rome.')
    expect(given.offered(0)).toContain('my_crm__find_person')
    expect(given.tools.calls).toEqual([{ name: 'find_person', given: { name: 'Ada' } }])
    expect(JSON.stringify(given.sent())).toContain('Ada lives in Rome.')
  },
)
