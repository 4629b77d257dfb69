import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from '#testing/app.ts'
import { givenPrivateChat } from '#testing/chats/private-chat.ts'

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  status: z.object({ code: z.number() }),
  attributes: z.array(z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) })),
})
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

test('a collector receives a run with its model calls inside it, under the name of the service', async () => {
  const exported: z.infer<typeof exportSchema>['resourceSpans'] = []
  const collector = createServer(async (request, response) => {
    exported.push(...exportSchema.parse(await json(request)).resourceSpans)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const { port } = collector.address() as AddressInfo
  const app = await startTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } })
  await using given = await givenPrivateChat(app)
  const { body } = await given.ask('Hello')
  // What is left is sent when the server stops.
  await app.close()
  collector.close()

  expect(exported.flatMap(({ resource }) => resource.attributes)).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'alongside' },
  })
  const spans = exported.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const run = spans.find(({ name }) => name === 'run')
  expect(run?.attributes).toContainEqual({ key: 'run_id', value: { stringValue: body.data.runId } })
  expect(spans.filter(({ name }) => name === 'model call')).toEqual([
    expect.objectContaining({ traceId: run?.traceId, parentSpanId: run?.spanId, status: { code: 0 } }),
  ])
})
