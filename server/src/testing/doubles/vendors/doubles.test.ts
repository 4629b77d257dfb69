import { expect, test } from 'vitest'
import { startAnthropicDouble } from './anthropic-messages.ts'
import { startCustomDouble, startOpenRouterDouble } from './chat-completions.ts'
import { startGeminiDouble } from './gemini-generate.ts'
import { startOpenAIDouble, startXaiDouble } from './openai-responses.ts'

const bearer = { authorization: 'Bearer k' }
const anthropic = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }
const google = { 'x-goog-api-key': 'k' }
const generate = '/models/gemini-3-pro:streamGenerateContent?alt=sse'
const hello = [{ role: 'user', content: 'Hello' }]
const dotted = 'storage.search'

const responses = { model: 'm', stream: true, store: false, input: hello }
const chat = { model: 'm', stream: true, messages: hello }
const messages = { model: 'm', stream: true, max_tokens: 100, messages: hello }
const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }]

const vendors = [
  {
    name: 'OpenAI',
    start: startOpenAIDouble,
    path: '/responses',
    headers: bearer,
    body: responses,
    refused: [401, 401],
  },
  { name: 'xAI', start: startXaiDouble, path: '/responses', headers: bearer, body: responses, refused: [401, 400] },
  {
    name: 'custom',
    start: startCustomDouble,
    path: '/chat/completions',
    headers: bearer,
    body: chat,
    refused: [401, 401],
  },
  {
    name: 'OpenRouter',
    start: startOpenRouterDouble,
    path: '/chat/completions',
    headers: bearer,
    body: chat,
    refused: [401, 401],
  },
  {
    name: 'Anthropic',
    start: startAnthropicDouble,
    path: '/messages',
    headers: anthropic,
    body: messages,
    refused: [401, 401],
  },
  {
    name: 'Gemini',
    start: startGeminiDouble,
    path: generate,
    headers: google,
    body: { contents },
    refused: [403, 400],
  },
]

const post = (url: string, headers: object, body: unknown) =>
  fetch(url, { method: 'POST', headers: { ...headers }, body: typeof body === 'string' ? body : JSON.stringify(body) })

test.for(vendors)('$name answers what is right and refuses keys, paths and bodies that are wrong', async (vendor) => {
  const { start, path, headers, body, refused } = vendor
  await using double = await start('k')
  const status = async (...[at, given, sent]: [string, object, unknown]) =>
    (await post(`${double.base_url}${at}`, given, sent)).status
  const wrong = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `${value}x`]))

  expect(await status(path, headers, body)).toBe(200)
  expect(await status(path, {}, body)).toBe(refused[0])
  expect(await status(path, wrong, body)).toBe(refused[1])
  expect(await status('/elsewhere', headers, body)).toBe(404)
  expect(await status(path, headers, '{"model":')).toBe(400)
  expect(await status(path, headers, {})).toBe(400)
  expect((await fetch(`${double.base_url}${path}`)).status).toBe(404)
  expect(double.aborted).toBe(0)
})

const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }
const use = { type: 'tool_use', id: 'c1', name: 'f', input: {} }
const thinking = { type: 'enabled', budget_tokens: 2048 }

test.for([
  ['a dotted name', 'OpenAI', { ...responses, tools: [{ type: 'function', name: dotted, parameters: {} }] }],
  ['a dotted name', 'custom', { ...chat, tools: [{ type: 'function', function: { name: dotted } }] }],
  ['a dotted name', 'Anthropic', { ...messages, tools: [{ name: dotted, input_schema: {} }] }],
  ['storing', 'OpenAI', { ...responses, store: true }],
  [
    'an answer nobody asked for',
    'OpenAI',
    { ...responses, input: [{ type: 'function_call_output', call_id: 'c', output: '' }] },
  ],
  [
    'a call without its answer',
    'OpenAI',
    { ...responses, input: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: '' }] },
  ],
  [
    'forged reasoning',
    'OpenAI',
    { ...responses, input: [{ type: 'reasoning', summary: [], encrypted_content: 'mine' }] },
  ],
  ['an answer nobody asked for', 'custom', { ...chat, messages: [{ role: 'tool', content: '', tool_call_id: 'c1' }] }],
  [
    'a call without its answer',
    'custom',
    { ...chat, messages: [{ role: 'assistant', content: null, tool_calls: [call] }] },
  ],
  ['no max_tokens', 'Anthropic', { ...messages, max_tokens: undefined }],
  ['thoughts longer than the answer', 'Anthropic', { ...messages, thinking }],
  ['a call without its answer', 'Anthropic', { ...messages, messages: [{ role: 'assistant', content: [use] }] }],
  [
    'a tool loop without its thoughts',
    'Anthropic',
    {
      ...messages,
      max_tokens: 5000,
      thinking,
      messages: [
        { role: 'assistant', content: [use] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1' }] },
      ],
    },
  ],
  [
    'an unsigned call',
    'Gemini',
    { contents: [{ role: 'model', parts: [{ functionCall: { name: dotted, args: {} } }] }] },
  ],
] as const)('%s is refused by %s', async ([, name, body]) => {
  const vendor = vendors.find((each) => each.name === name)
  if (!vendor) throw new Error(`There is no double of ${name}`)
  await using double = await vendor.start('k')
  expect((await post(`${double.base_url}${vendor.path}`, vendor.headers, body)).status).toBe(400)
})

test('a status fault says how long to wait', async () => {
  await using double = await startCustomDouble('k')
  double.reply({ fault: 'status', status: 429, retry_after: 7 })
  const response = await post(`${double.base_url}/chat/completions`, bearer, chat)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
})

test('answers queue up, and a function answers when the queue is empty', async () => {
  await using double = await startCustomDouble('k')
  double.reply({ text: 'queued' }, ({ body }) => ({ text: `standing for ${body.model}` }))
  const ask = async () => (await post(`${double.base_url}/chat/completions`, bearer, chat)).text()
  expect(await ask()).toContain('queued')
  expect(await ask()).toContain('standing for m')
})
