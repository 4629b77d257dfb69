import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { countTurns } from '#testing/count-turns.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { connectableVendors, startConnectedVendor } from '#testing/doubles/vendors/connected-vendor.ts'
import { collect, never, question } from '#testing/models/model-calls.ts'
import { closeServer, listenOnLoopback } from '#testing/servers/listen-on-loopback.ts'
import type { ModelMessage } from './model-language.ts'
import { streamModel } from './stream-model.ts'

const search = {
  name: 'storage.search',
  description: 'Searches storage.',
  input_schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
}

test.for(connectableVendors)('%s streams text and counts its tokens, the cached ones too', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  vendor.double.reply({
    chunks: ['Hel', 'lo ', 'you'],
    usage: { input_tokens: 100, output_tokens: 7, cached_input_tokens: 40 },
  })

  const { parts, text, finish } = await collect(streamModel(vendor.connection, question(vendor.model), never))

  expect(text).toBe('Hello you')
  expect(parts.filter((part) => part.type === 'text')).toHaveLength(3)
  expect(finish).toMatchObject({
    reason: 'stop',
    usage: { input_tokens: 100, output_tokens: 7, cached_input_tokens: 40 },
  })
  expect(JSON.stringify(vendor.double.requests[0]?.body)).toContain('You are kind.')
})

test.for(['vendor_2', 'vendor_3'] as const)('%s hands out what its model draws', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  const data = Buffer.from('a picture').toString('base64')
  vendor.double.reply({ text: 'A cat.', images: [{ mime_type: 'image/png', data }] })
  const { parts, text } = await collect(streamModel(vendor.connection, question(vendor.model), never))
  expect(text).toBe('A cat.')
  const drawn = parts.filter((part) => part.type === 'file')
  expect(drawn).toEqual([{ type: 'file', mime_type: 'image/png', bytes: Buffer.from('a picture') }])
})

test.for(connectableVendors)(
  '%s calls a dotted tool, reads its result and thinks on where it left off',
  async (provider) => {
    await using vendor = await startConnectedVendor(provider)
    vendor.double.reply(
      {
        reasoning: 'I should look.',
        chunks: ['Let me ', 'look.'],
        tool_calls: [
          {
            id: 'call_a',
            name: provider === 'vendor_3' ? 'storage.search' : 'storage__search',
            input: { query: 'holiday' },
          },
          { id: 'call_b', name: 'invented_tool', input: {} },
        ],
      },
      { text: 'Found it.' },
    )
    const request = question(vendor.model, { tools: [search], reasoning: 'medium' })

    const first = await collect(streamModel(vendor.connection, request, never))
    expect(first.text).toBe('Let me look.')
    expect(first.reasoning).toBe('I should look.')
    expect(first.tool_calls).toEqual([
      { id: 'call_a', name: 'storage.search', input: { query: 'holiday' } },
      { id: 'call_b', name: 'invented_tool', input: {} },
    ])
    expect(first.finish).toMatchObject({ reason: 'tool_calls' })

    const persisted = JSON.parse(JSON.stringify(first.finish?.provider_metadata))
    const messages: ModelMessage[] = [
      ...request.messages,
      { role: 'assistant', content: first.text, tool_calls: first.tool_calls, provider_metadata: persisted },
      {
        role: 'tool',
        results: [
          { call_id: 'call_a', name: 'storage.search', output: { paths: ['/holiday.md'] } },
          { call_id: 'call_b', name: 'invented_tool', output: 'There is no such tool', is_error: true },
        ],
      },
    ]
    const second = await collect(streamModel(vendor.connection, { ...request, messages }, never))

    expect(second.text).toBe('Found it.')
    const sent = JSON.stringify(vendor.double.requests[1]?.body)
    expect(sent).toContain('/holiday.md')
    expect(sent).toContain('There is no such tool')
    expect(sent).toContain(provider === 'custom' ? 'I should look.' : 'signed:')
  },
)

test.for(connectableVendors)('%s takes over a tool loop that another vendor began', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  const messages: ModelMessage[] = [
    { role: 'user', content: 'Where is it?' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'call_x', name: 'storage.search', input: { query: 'it' } }],
      provider_metadata: {
        vendor: 'vendor_9',
        model: 'other',
        parts: [{ type: 'reasoning', text: 'hm', options: {} }],
      },
    },
    { role: 'tool', results: [{ call_id: 'call_x', name: 'storage.search', output: [] }] },
  ]
  const request = question(vendor.model, { messages, tools: [search], reasoning: 'high' })

  expect((await collect(streamModel(vendor.connection, request, never))).text).toBe('ok')
})

test.for(connectableVendors)('%s is sent no text of space alone, and no half of a character', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  const call = { id: 'call_x', name: 'storage.search', input: { query: 'a \ud83d b', '\udc00': ['\\ud83d'] } }
  const messages: ModelMessage[] = [
    { role: 'user', content: ' \n' },
    { role: 'user', content: 'Where is it? \ud83d' },
    { role: 'assistant', content: '\n' },
    { role: 'user', content: 'And now?' },
    { role: 'assistant', content: '\n\n', tool_calls: [call] },
    { role: 'tool', results: [{ call_id: 'call_x', name: 'storage.search', output: 'cut \ud83d' }] },
  ]
  const tools = [{ ...search, description: 'Searches. \ud83d' }]
  const { text } = await collect(streamModel(vendor.connection, question(vendor.model, { messages, tools }), never))
  expect(text).toBe('ok')
  const sent = JSON.stringify(vendor.double.requests[0]?.body)
  expect(sent).toContain('Where is it? \ufffd')
  expect(sent).toContain('cut \ufffd')
  // A text that only looks like such an escape stays as it is.
  expect(sent).toMatch(/\\\\ud83d/)
})

test.for(connectableVendors)('%s receives images', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  const data = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])
  const messages: ModelMessage[] = [
    { role: 'user', content: 'What is this?', images: [{ mime_type: 'image/png', data }] },
  ]

  await collect(streamModel(vendor.connection, question(vendor.model, { messages }), never))

  const sent = JSON.stringify(vendor.double.requests[0]?.body)
  expect(sent).toContain(Buffer.from(data).toString('base64'))
  expect(sent).toContain('image/png')
})

test.for(connectableVendors)('%s says when it ran out of tokens', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  vendor.double.reply({ text: 'Once upon', finish: 'length' })

  const { finish } = await collect(
    streamModel(vendor.connection, question(vendor.model, { max_output_tokens: 50 }), never),
  )

  expect(finish).toMatchObject({ reason: 'length' })
  expect(JSON.stringify(vendor.double.requests[0]?.body)).toMatch(/"max\w*[tT]okens":50/)
})

test.for(connectableVendors.filter((provider) => provider !== 'vendor_3'))(
  '%s: arguments that are no JSON are handed on as written, and can be answered',
  async (provider) => {
    await using vendor = await startConnectedVendor(provider)
    vendor.double.reply({ tool_calls: [{ id: 'call_a', name: 'storage__search', json: '{"query": "holi' }] })
    const request = question(vendor.model, { tools: [search] })

    const first = await collect(streamModel(vendor.connection, request, never))
    expect(first.tool_calls).toEqual([{ id: 'call_a', name: 'storage.search', input: '{"query": "holi' }])

    const messages: ModelMessage[] = [
      ...request.messages,
      { role: 'assistant', content: first.text, tool_calls: first.tool_calls },
      { role: 'tool', results: [{ call_id: 'call_a', name: 'storage.search', output: 'No JSON', is_error: true }] },
    ]
    expect((await collect(streamModel(vendor.connection, { ...request, messages }, never))).text).toBe('ok')
  },
)

test('an answer whose text was changed since goes back without its signatures', async () => {
  await using vendor = await startConnectedVendor('vendor_4')
  vendor.double.reply({ reasoning: 'Hm.', text: 'My number is 12345.' })
  const request = question(vendor.model, { reasoning: 'low' })
  const { finish } = await collect(streamModel(vendor.connection, request, never))

  const messages: ModelMessage[] = [
    ...request.messages,
    { role: 'assistant', content: 'My number is [hidden].', provider_metadata: finish?.provider_metadata },
    { role: 'user', content: 'Thanks' },
  ]
  await collect(streamModel(vendor.connection, { ...request, messages }, never))

  const sent = JSON.stringify(vendor.double.requests[1]?.body)
  expect(sent).toContain('My number is [hidden].')
  expect(sent).not.toContain('signed:')
})

test('empty messages are left out, for vendors refuse them', async () => {
  await using vendor = await startConnectedVendor('vendor_4')
  const messages: ModelMessage[] = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: '' },
    { role: 'user', content: '' },
    { role: 'user', content: 'Are you there?' },
  ]
  expect((await collect(streamModel(vendor.connection, question(vendor.model, { messages }), never))).text).toBe('ok')
})

test.for(connectableVendors)(
  '%s: a whole answer is read to its end, so that connections are used again',
  async (provider) => {
    await using vendor = await startConnectedVendor(provider)
    for (let call = 0; call < 8; call++) await collect(streamModel(vendor.connection, question(vendor.model), never))
    expect(vendor.double.connections).toBeLessThan(4)
    expect(vendor.double.aborted).toBe(0)
  },
)

test('a changed key is used at once', async () => {
  await using vendor = await startConnectedVendor('vendor_1')
  await collect(streamModel(vendor.connection, question(vendor.model), never))
  const changed = { ...vendor.connection, api_key: 'sk-another-one' }
  await expect(collect(streamModel(changed, question(vendor.model), never))).rejects.toMatchObject({ status: 401 })
})

test('a custom server that asks for no key is sent none', async () => {
  await using double = await startCustomDouble(null)
  const connection = { provider: 'custom' as const, api_key: null, base_url: double.base_url, fetch }

  expect((await collect(streamModel(connection, question('local-model'), never))).text).toBe('ok')
  expect(double.requests[0]?.headers.authorization).toBeUndefined()
})

test.for(['vendor_1', 'custom'] as const)('%s without what it needs is not connected', async (provider) => {
  const connection = { provider, api_key: null, base_url: null, fetch }
  await expect(collect(streamModel(connection, question('m'), never))).rejects.toMatchObject({
    kind: 'unauthorized',
    message: expect.stringMatching(/is not connected/),
  })
})

test('an answer beyond any use fails, and an endless error is cut off', async () => {
  await using vendor = await startCustomDouble('key')
  vendor.reply({ chunks: Array.from({ length: 50 }, () => 'x'.repeat(100_000)) })
  const connection = { provider: 'custom' as const, api_key: 'key', base_url: vendor.base_url, fetch }
  await expect(collect(streamModel(connection, question('m'), never))).rejects.toMatchObject({
    kind: 'too_long',
    message: 'The custom model server wrote more than an answer may have.',
  })
  vendor.reply({ fault: 'status', status: 400, message: 'x'.repeat(10_000_000) })
  await expect(collect(streamModel(connection, question('m'), never))).rejects.toMatchObject({ kind: 'rejected' })
})

test('thoughts without an end fail as an answer does', async () => {
  await using vendor = await startCustomDouble('key')
  vendor.reply({ reasoning: 'x'.repeat(5_000_000), text: 'Never read.' })
  const connection = { provider: 'custom' as const, api_key: 'key', base_url: vendor.base_url, fetch }
  await expect(collect(streamModel(connection, question('m'), never))).rejects.toMatchObject({ kind: 'too_long' })
})

test('an answer that arrives in one piece leaves turns to others between its parts', async () => {
  const PARTS = 60
  const delta = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(delta('word ').repeat(PARTS))
  })
  const base_url = await listenOnLoopback(server)
  onTestFinished(() => closeServer(server))
  const turns = countTurns()

  const turnsAtPart: number[] = []
  const connection = { provider: 'custom' as const, api_key: 'key', base_url, fetch }
  const read = async () => {
    for await (const { type } of streamModel(connection, question('m'), never)) {
      if (type === 'text') turnsAtPart.push(turns())
      // As much work with each part as may be done before others have a turn.
      const until = performance.now() + 6
      while (performance.now() < until);
    }
  }
  await read().catch(() => undefined)
  expect(turnsAtPart).toHaveLength(PARTS)
  expect(new Set(turnsAtPart).size).toBeGreaterThan(PARTS / 2)
})
