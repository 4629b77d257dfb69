import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { stepsOf } from '#testing/chats/private-chat.ts'
import { answered } from '#testing/doubles/tool-server.ts'
import { givenApi } from '#testing/tools/api-connectors.ts'
import { givenConnector } from '#testing/tools/connectors.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })

/** As many characters as a model, a step and the sentence of a failure are given. */
const OF_A_MODEL = 60_000
const OF_A_STEP = 1_000_000
const OF_A_FAILURE = 500

/** Almost 2 MB; with one character at first, so that each limit is in the middle of a character of two halves. */
const long = `-${'🙂'.repeat(520_000)}`
const LENGTH = long.length
const item = 'y'.repeat(1000)
const items = { list: Array.from({ length: 1800 }, () => item) }

const TOOLS = [
  { name: 'tells', description: '🙂'.repeat(1000), call: () => answered(long) },
  { name: 'lists', call: () => ({ content: [], structuredContent: items }) },
  { name: 'refuses', call: () => ({ ...answered(long), isError: true }) },
]

const leftOut = (length: number, most: number) => `\n[${length - most} more characters were left out]`

/** What is shown of a text of that length: as much as was allowed, and how much that leaves out. */
function expectCut(text: string, length: number, most: number): void {
  const note = leftOut(length, most)
  expect([text.length, text.slice(-note.length), text.isWellFormed()]).toEqual([most + note.length, note, true])
}

async function givenLong() {
  const given = await givenConnector(app, { tools: TOOLS })
  await given.test()
  return given
}

test('of a long answer a model and the log get the beginning, and are told how much was left out', async () => {
  await using given = await givenLong()
  const tool_calls = TOOLS.map(({ name }) => ({ id: name, name: `crm__${name}`, input: {} }))
  given.vendor.reply({ text: '', tool_calls }, { text: 'Done.' })
  const { body } = await given.ask('Tell me everything')
  const results = given.sent().flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []))
  const [text = '', list = '', refusal = ''] = results
  expectCut(text, LENGTH, OF_A_MODEL)
  expectCut(list, JSON.stringify(items).length, OF_A_MODEL)
  expect([refusal.endsWith('…'), refusal.isWellFormed()]).toEqual([true, true])
  expect(refusal.length).toBeLessThan(OF_A_FAILURE + 50)

  const logged = JSON.stringify((await stepsOf(app, body.data.runId)).map(({ payload }) => payload))
  expect(logged).toContain(leftOut(LENGTH, OF_A_MODEL).trim())
  expect(logged.length).toBeLessThan(10 * OF_A_MODEL)
})

test('a program and a person who tries the tool get more of it, and are told the same', async () => {
  await using given = await givenLong()
  const hosted = await givenHosted(app, given.owner, given.teammate)
  const called = async (name: string) => (await hosted.call(`crm__${name}`)).body.result
  expectCut((await called('tells')).content[0].text, LENGTH, OF_A_STEP)
  expectCut((await called('lists')).content[0].text, JSON.stringify(items).length, OF_A_STEP)
  expect(await called('refuses')).toMatchObject({ isError: true })

  const path = `${given.base}/employees/${given.teammate.id}/tools/call`
  const { body } = await given.person.post(path, { tool: 'crm__tells' })
  expectCut(body.result, LENGTH, OF_A_STEP)
  const [step] = await stepsOf(app, body.run_id)
  expectCut(step?.payload.output, LENGTH, OF_A_STEP)
})

test('of a long refusal of an API the beginning is shown', async () => {
  await using given = await givenApi(app)
  given.api.answer((response) => response.writeHead(500).end(long.slice(0, 10_001)))
  const { isError, text } = await given.call('listCustomers')
  expect([isError, text.endsWith('…'), text.isWellFormed()]).toEqual([true, true, true])
  expect(text.length).toBeLessThan(2100)
})

test('what a server says of its tools is cut between characters, and nothing stands for what it does not say', async () => {
  await using given = await givenLong()
  const hosted = await givenHosted(app, given.owner, given.teammate)
  const { body } = await hosted.ask('tools/list')
  const [described, silent] = body.result.tools.map(({ description }: { description: string }) => description)
  expect([described.endsWith('…'), described.isWellFormed()]).toEqual([true, true])
  expect(silent).toBe('A tool of the connector "CRM".')
})

test('of an answer in very many pieces the first ones are shown, and how many were left out', async () => {
  const content = Array.from({ length: 1000 }, (_, n) => ({ type: 'text' as const, text: `piece ${n}` }))
  await using given = await givenConnector(app, { tools: [{ name: 'tells', call: () => ({ content }) }] })
  await given.test()
  const hosted = await givenHosted(app, given.owner, given.teammate)
  const { text } = (await hosted.call('crm__tells')).body.result.content[0]
  expect(text.split('\n').slice(199)).toEqual(['piece 199', '[800 more pieces were left out]'])
})
