import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenConnector } from '#testing/tools/connectors.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })

/** As other servers name their arguments, and as nobody would who means well. */
const NAMES = ['filter.status', ' a', 'a}}', 'x}}{{NAME', 'input.value']
const sent = Object.fromEntries([...NAMES.map((name, n) => [name, `value ${n}`]), ['text', '{{NAME}} {{input.text}}']])

async function givenCallers() {
  const properties = Object.fromEntries(NAMES.map((name) => [name, { type: 'string' }]))
  const given = await givenConnector(app, { tools: [{ name: 'search', inputSchema: { properties } }] })
  const { person, base, teammate } = given
  await given.test()
  await person.post(`${base}/variables`, { placeholder: 'NAME', value: 'of the organization', is_secret: false })
  await person.put(`${base}/employees/${teammate.id}`, { name: 'Ada', tools: ['files.create'] })
  const hosted = await givenHosted(app, given.owner, teammate)
  const callers = {
    program: (tool: string, input: object) => hosted.call(tool, input),
    person: (tool: string, input: object) =>
      person.post(`${base}/employees/${teammate.id}/tools/call`, { tool, input }),
  }
  return Object.assign(given, { callers })
}

test.each(['program', 'person'] as const)(
  'a server is sent what a %s sends, whatever its arguments are called',
  async (caller) => {
    await using given = await givenCallers()
    const { status } = await given.callers[caller]('crm__search', sent)
    expect(status).toBe(200)
    expect(JSON.stringify(given.tools.calls)).toBe(JSON.stringify([{ name: 'search', given: sent }]))
  },
)

test('what a program sends may be as long as its tool takes', async () => {
  await using given = await givenCallers()
  const { body } = await given.callers.program('files.create', { name: 'long.txt', content: 'x'.repeat(1_200_000) })
  expect(body.result).not.toHaveProperty('isError')
  const runs = `${given.base}/workflows/runs`
  const [{ run_id }] = (await given.person.get(runs)).body.data
  expect((await given.person.get(`${runs}/${run_id}`)).body.files).toMatchObject([
    { name: 'long.txt', size: 1_200_000 },
  ])
})
