import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { anthropicStreams } from '#testing/doubles/vendors/streams/anthropic.ts'
import { chatCompletions } from '#testing/doubles/vendors/streams/chat-completions.ts'
import { chatEndings } from '#testing/doubles/vendors/streams/chat-endings.ts'
import { customStreams } from '#testing/doubles/vendors/streams/custom-streams.ts'
import { geminiStreams } from '#testing/doubles/vendors/streams/gemini.ts'
import { openaiStreams, responsesStreams, xaiStreams } from '#testing/doubles/vendors/streams/responses.ts'
import type { VendorStream } from '#testing/doubles/vendors/streams/vendor-stream.ts'
import { collect, never, question } from '#testing/models/model-calls.ts'
import { listenOnLoopback } from '#testing/servers/listen-on-loopback.ts'
import { streamModel } from '../stream-model.ts'

const streams = {
  vendor_1: [...responsesStreams, ...openaiStreams],
  vendor_2: chatCompletions,
  vendor_3: geminiStreams,
  vendor_4: anthropicStreams,
  vendor_5: [...responsesStreams, ...xaiStreams],
  custom: [...chatCompletions, ...customStreams, ...chatEndings],
}
const vendors = Object.keys(streams) as (keyof typeof streams)[]

const byPath = new Map<string, VendorStream>()
const server = createServer((request, response) => {
  request.resume()
  const stream = byPath.get(request.url?.split('/')[1] ?? '')
  response.writeHead(200, { 'content-type': stream?.content_type ?? 'text/event-stream' })
  for (const event of stream?.events ?? []) response.write(event)
  response.end()
})
const origin = await listenOnLoopback(server)
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function play(provider: (typeof vendors)[number], stream: VendorStream) {
  const path = `${provider}-${byPath.size}`
  byPath.set(path, stream)
  const connection = { provider, api_key: 'key', base_url: `${origin}/${path}`, fetch }
  const look = { name: 'look', description: '', input_schema: { type: 'object' } }
  const tools = [look, { ...look, name: 'now' }]
  const unknown: string[] = []
  const onUnknownEvent = (kind: string) => unknown.push(kind)
  // A model of its own, so that nothing is remembered of the stream before.
  const request = question(path, { tools })
  const answer = await collect(streamModel(connection, request, never, { onUnknownEvent })).catch((error: unknown) => ({
    error,
  }))
  return { answer, unknown }
}

test.for(vendors.flatMap((provider) => streams[provider].map((stream) => ({ provider, stream }))))(
  '$provider: $stream.name',
  async ({ provider, stream }) => {
    const { answer, unknown } = await play(provider, stream)
    expect(unknown).toEqual(stream.unknown ?? [])
    if (stream.failure) {
      expect(answer).toMatchObject({ error: { kind: stream.failure } })
      return
    }
    if ('error' in answer) throw answer.error
    const { text, reasoning, tool_calls, finish, parts } = answer
    const replaced = parts.findLast((part) => part.type === 'replace')
    const after = (type: 'text' | 'reasoning', all: string) =>
      replaced
        ? replaced[type] +
          parts
            .slice(parts.indexOf(replaced))
            .map((part) => (part.type === type ? part.text : ''))
            .join('')
        : all
    expect({
      text: after('text', text),
      reasoning: after('reasoning', reasoning),
      reason: finish?.reason,
      tool_calls: tool_calls.map(({ name, input }) => ({ name, input })),
      usage: finish?.usage,
    }).toMatchObject(stream.answer ?? {})
    expect(new Set(tool_calls.map(({ id }) => id)).size).toBe(tool_calls.length)
  },
)
