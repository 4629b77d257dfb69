import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { ModelMessage } from '#features/models/model-language.ts'
import { streamModel } from '#features/models/stream-model.ts'
import { answered, askDemo, toolNamed } from '#testing/models/demo-model-calls.ts'
import { never, question } from '#testing/models/model-calls.ts'
import { DEMO_MODEL, startDemoModel } from './demo-model.ts'
import { MARK } from './voice/demo-hearing.ts'

const label = '*Demo model, no AI: answers follow fixed rules.*'
const labelInRussian = '*Демонстрационная модель, не ИИ: отвечает по готовым правилам.*'

test('it says in its first answer that it is no AI, and not again', async () => {
  await using demo = await startDemoModel()
  const first = await askDemo(demo, 'Hello')
  expect(first.text.startsWith(label)).toBe(true)
  expect(first.finish?.usage.input_tokens).toBeGreaterThan(0)
  expect(first.finish?.usage.cached_input_tokens).toBe(0)

  const second = await askDemo(demo, [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: first.text },
    { role: 'user', content: 'The weather is fine' },
  ])
  expect(second.text).not.toContain(label)
  expect(second.text).toContain('“The weather is fine”')
  expect(second.finish?.usage.cached_input_tokens).toBeGreaterThan(0)
})

test('it greets by name, and answers the same words the same way', async () => {
  await using demo = await startDemoModel()
  expect((await askDemo(demo, 'Hi, I’m Zoë')).text).toContain('Hello Zoë, good to meet you.')
  expect((await askDemo(demo, 'I am tired of this')).text).not.toContain('Hello')
  expect((await askDemo(demo, 'Hi')).text).toBe((await askDemo(demo, 'Hi')).text)
})

test.each([
  ['Hi', 'Hello, good to meet you.', 'Try one of these:'],
  ['Good morning! How are you?', 'Hello, good to meet you.', 'Try one of these:'],
  ['What can you do?', 'the demo model is answering', 'Try one of these:'],
  ['Hey, who are you?', 'I’m Robin', 'Try one of these:'],
  ['Help', 'connect a real model', 'Try one of these:'],
  ['Привет!', 'Здравствуйте', 'Попробуйте:'],
  ['Что ты умеешь?', 'демонстрационная модель', 'Попробуйте:'],
  ['Добрый день, кто вы?', 'Это не ИИ', 'Попробуйте:'],
])('to “%s” it says what it is and what this teammate can do, and searches nothing', async (message, ...phrases) => {
  await using demo = await startDemoModel()
  const system = 'You are Robin, an AI teammate at Acme. Today is 2026-01-01 (UTC).'
  const tools = [toolNamed('storage.search', ['query']), toolNamed('storage.list', ['path'])]
  const { text, tool_calls } = await askDemo(demo, message, { tools, system })
  expect(tool_calls).toEqual([])
  for (const phrase of [/[а-я]/.test(message) ? labelInRussian : label, ...phrases]) expect(text).toContain(phrase)
  expect(text.match(/^- `.+`$/gm)).toHaveLength(3)
  expect(text).toMatch(/search the files|искать по/)
  expect(text).not.toMatch(/web address|веб-адрес/)
})

test('it offers what lazily loaded tools can do too, and says so when there are none', async () => {
  await using demo = await startDemoModel()
  const lazy = [toolNamed('load_tools', ['names'], 'Loads tools. Available:\n- http_request: Calls an address')]
  expect((await askDemo(demo, 'What can you do?', { tools: lazy })).text).toContain('call a web address')
  expect((await askDemo(demo, 'What can you do?')).text).toContain('no tools yet')
})

test('a greeting with a question behind it is a question', async () => {
  await using demo = await startDemoModel()
  const tools = [toolNamed('storage.search', ['query'])]
  for (const message of ['Hi, where is the holiday policy?', 'What can you do about the returns?']) {
    expect((await askDemo(demo, message, { tools })).tool_calls).toHaveLength(1)
  }
})

test('it searches storage when asked a question and cites what it found', async () => {
  await using demo = await startDemoModel()
  const asked: ModelMessage[] = [{ role: 'user', content: 'Where is the holiday policy for Spain?' }]
  const tools = [toolNamed('storage.search', ['query'])]

  const first = await askDemo(demo, asked, { tools })
  expect(first.text).toBe('')
  expect(first.tool_calls).toMatchObject([{ name: 'storage.search', input: { query: 'holiday policy Spain' } }])
  expect(first.finish?.reason).toBe('tool_calls')

  const output = {
    results: [
      { cite: 'parties.md:7', passage: 'A holiday is a good time for a party.' },
      { cite: 'spain.md:3', passage: '# Holidays\nThe policy for holidays in Spain is generous.' },
      { cite: 'all.md:1', passage: 'The holiday policy of all countries' },
    ],
  }
  const second = await askDemo(demo, [...asked, ...answered(first.tool_calls, output)], { tools })
  expect(second.text).toContain(label)
  expect(second.text).toContain('> **Holidays**  \n> The policy for holidays in Spain is generous.  \n\n— `spain.md:3`')
  expect(second.text).toContain('See also `all.md:1`.')
})

test('what follows a table in a passage is no row of it', async () => {
  await using demo = await startDemoModel()
  const tools = [toolNamed('storage.semantic_search', ['query'])]
  const asked: ModelMessage[] = [{ role: 'user', content: 'How much does express delivery cost?' }]
  const first = await askDemo(demo, asked, { tools })
  const passage = '| Where | Express |\n|---|---|\n| Here | 1 day |\nExpress delivery costs 9.90 EUR.'
  const output = { results: [{ cite: 'delivery.md:1', passage }] }
  const second = await askDemo(demo, [...asked, ...answered(first.tool_calls, output)], { tools })
  expect(second.text).toContain('> | Here | 1 day |  \n>\n> Express delivery costs 9.90 EUR.  ')
})

test('it searches by meaning first, then for fewer and fewer words, and says when there is nothing', async () => {
  await using demo = await startDemoModel()
  const tools = [toolNamed('storage.search', ['query']), toolNamed('storage.semantic_search', ['query'])]
  const messages: ModelMessage[] = [{ role: 'user', content: 'What is the return policy?' }]
  const asked: unknown[] = []
  const outputs = [
    'Semantic search needs something. Use storage.search instead.',
    { results: [] },
    { results: [{ cite: 'a.md:1', passage: 'Of another matter' }] },
    { matched_files: 0, results: [] },
  ]
  for (const output of outputs) {
    const { tool_calls } = await askDemo(demo, messages, { tools })
    asked.push(...tool_calls.map(({ name, input }) => [name, input]))
    messages.push(...answered(tool_calls, output))
  }
  expect(asked).toEqual([
    ['storage.semantic_search', { query: 'return policy' }],
    ['storage.search', { query: 'return policy' }],
    ['storage.search', { query: 'return' }],
    ['storage.search', { query: 'policy' }],
  ])
  expect((await askDemo(demo, messages, { tools })).text).toContain('I found nothing about')
})

test('it calls the tool it is told to, with the arguments it is given', async () => {
  await using demo = await startDemoModel()
  const tools = [toolNamed('storage.write_file', ['path', 'content'])]
  const { tool_calls } = await askDemo(demo, 'call storage.write_file {"path": "/a.md", "content": "A?"}', { tools })
  expect(tool_calls).toMatchObject([{ name: 'storage.write_file', input: { path: '/a.md', content: 'A?' } }])

  expect((await askDemo(demo, 'call storage.write_file {path}', { tools })).text).toContain('is not JSON')
  expect((await askDemo(demo, 'call storage.nothing', { tools })).text).toContain('no tool named `storage.nothing`')
  expect((await askDemo(demo, 'call me later', { tools })).tool_calls).toEqual([])
})

test('it loads a tool that is not there yet, calls it, and gives up if it stays away', async () => {
  await using demo = await startDemoModel()
  const loader = toolNamed('load_tools', ['names'])
  const asked: ModelMessage[] = [{ role: 'user', content: 'call crm.find_person {"name": "Ada"}' }]

  const first = await askDemo(demo, asked, { tools: [loader] })
  expect(first.tool_calls).toMatchObject([{ name: 'load_tools', input: { names: ['crm.find_person'] } }])

  const loaded: ModelMessage[] = [
    ...asked,
    { role: 'assistant', content: '', tool_calls: first.tool_calls },
    { role: 'tool', results: first.tool_calls.map(({ id, name }) => ({ call_id: id, name, output: 'loaded' })) },
  ]
  const second = await askDemo(demo, loaded, { tools: [loader, toolNamed('crm.find_person', ['name'])] })
  expect(second.tool_calls).toMatchObject([{ name: 'crm.find_person', input: { name: 'Ada' } }])
  expect(second.tool_calls[0]?.id).not.toBe(first.tool_calls[0]?.id)

  expect((await askDemo(demo, loaded, { tools: [loader] })).text).toContain('no tool named `crm.find_person`')
})

test('it fetches an address', async () => {
  await using demo = await startDemoModel()
  const { tool_calls } = await askDemo(demo, 'fetch https://example.com/a?b=1', {
    tools: [toolNamed('http_request', ['url'])],
  })
  expect(tool_calls).toMatchObject([
    { name: 'http_request', input: { method: 'GET', url: 'https://example.com/a?b=1' } },
  ])
})

test('it counts, writes and shows markdown, a word at a time', async () => {
  await using demo = await startDemoModel()
  expect((await askDemo(demo, 'Please count to 12')).text).toMatch(/1 2 3 4 5 6 7 8 9 10 11 12$/)

  const written = await askDemo(demo, 'write 200 words')
  expect(written.text.replace(label, '').trim().split(' ')).toHaveLength(200)
  expect(written.parts.filter((part) => part.type === 'text').length).toBeGreaterThanOrEqual(200)

  const { text } = await askDemo(demo, 'markdown')
  for (const sign of ['## ', '|---|', '```js', '- first', '](https://']) expect(text).toContain(sign)
})

test('it thinks before it speaks when asked to', async () => {
  await using demo = await startDemoModel()
  const { parts, reasoning, text } = await askDemo(demo, 'think, count to 3')
  expect(reasoning).toContain('count to 3')
  expect(text).toMatch(/1 2 3$/)
  expect(parts.findLastIndex((part) => part.type === 'reasoning')).toBeLessThan(
    parts.findIndex((part) => part.type === 'text'),
  )
})

test('it is slow when asked to, and stops when nobody listens any more', async () => {
  await using demo = await startDemoModel()
  const connection = { provider: 'custom' as const, api_key: null, base_url: demo.base_url, fetch }
  const request = question(DEMO_MODEL, { messages: [{ role: 'user', content: 'slow, write 5000 words' }] })
  for await (const part of streamModel(connection, request, never)) if (part.type === 'text') break
  expect((await askDemo(demo, 'Hello')).text).toContain('Hello')
})

test('it fails when asked to', async () => {
  await using demo = await startDemoModel()
  await expect(askDemo(demo, 'fail please')).rejects.toMatchObject({ kind: 'unavailable', status: 500 })
})

test.each([
  ['Where is my parcel?\nIt is late.', { title: 'Where is my parcel', icon: 'delivery' }],
  ['Где мой заказ?', { title: 'Где мой заказ', icon: 'cart' }],
  [`Please ${'explain '.repeat(10)}`, { title: 'Please explain explain explain explain explain', icon: 'chat' }],
  ['', { title: 'Chat', icon: 'chat' }],
  [`count to 12 ${MARK}`, { title: 'count to 12', icon: 'chat' }],
])(
  'asked to name a conversation that begins with “%s”, it takes the first words and an icon that fits',
  async (message, named) => {
    await using demo = await startDemoModel()
    const { text } = await askDemo(
      demo,
      `Name this conversation.\n\nPerson: ${message}\n\nTeammate: A refund for your trip.`,
    )
    expect(JSON.parse(text)).toEqual(named)
  },
)

test('it keeps to the length it is given', async () => {
  await using demo = await startDemoModel()
  const { finish } = await askDemo(demo, 'write 100 words', { max_output_tokens: 30 })
  expect(finish).toMatchObject({ reason: 'length', usage: { output_tokens: 30 } })
})

test('it says that it cannot see pictures', async () => {
  await using demo = await startDemoModel()
  const images = [{ mime_type: 'image/png', data: new Uint8Array([137, 80, 78, 71]) }]
  expect((await askDemo(demo, [{ role: 'user', content: '', images }])).text).toContain('a picture')
})

test('it answers whole as well as streamed, lists itself, and refuses what it does not understand', async () => {
  await using demo = await startDemoModel()
  const post = (body: string) => fetch(`${demo.base_url}/chat/completions`, { method: 'POST', body })

  const whole = await post(JSON.stringify({ model: 'demo', messages: [{ role: 'user', content: 'count to 2' }] }))
  expect(await whole.json()).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: `${label}\n\n1 2` }, finish_reason: 'stop' }],
  })
  expect(await (await fetch(`${demo.base_url}/models`)).json()).toMatchObject({ data: [{ id: DEMO_MODEL }] })
  expect((await fetch(`${demo.base_url}/embeddings`)).status).toBe(404)
  for (const body of ['', 'null', '{', '{"model":"demo","messages":[]}']) expect((await post(body)).status).toBe(400)
})

test('it runs as a process of its own and prints its address', async () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = execFile(process.execPath, [main, '--port', '0'])
  try {
    const printed = await new Promise<string>((resolve, reject) => {
      child.stdout?.once('data', (data) => resolve(String(data).trim()))
      child.stderr?.once('data', (data) => reject(new Error(String(data))))
    })
    expect((await fetch(`${printed}/models`)).status).toBe(200)
  } finally {
    child.kill()
  }
})
