import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { collect, never, question } from '#testing/models/model-calls.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { streamModel } from '../stream-model.ts'

const MB = 1024 * 1024

/** A vendor that begins its body so and continues with one piece as long as someone reads; counts the bytes that it sent. */
async function givenEndless(status: number, type: string, begin: string, piece: string) {
  const left = Promise.withResolvers<number>()
  const send = async (response: ServerResponse) => {
    let sent = 0
    const closed = once(response, 'close').then(() => left.resolve(sent))
    response.writeHead(status, { 'content-type': type }).write(begin)
    while (!response.destroyed) {
      sent += piece.length
      if (!response.write(piece)) await Promise.race([new Promise((done) => response.once('drain', done)), closed])
    }
  }
  const { url } = await serve((request, response) => {
    request.resume()
    void send(response)
  })
  const connection = { provider: 'custom' as const, api_key: 'key', base_url: `${url}/v1`, fetch }
  return { answer: collect(streamModel(connection, question('m'), never)), sent: left.promise }
}

test.for([400, 500])(
  'of an error with status %i that never ends the beginning is read, and no more',
  async (status) => {
    const { answer, sent } = await givenEndless(status, 'application/json', '{"error":{"message":"', 'x'.repeat(16_384))
    await expect(answer).rejects.toMatchObject({ status })
    expect(await sent).toBeLessThan(16 * MB)
  },
)

test('an answer of which one event never ends fails before it fills the memory', async () => {
  const { answer, sent } = await givenEndless(200, 'text/event-stream', 'data: {"choices":"', 'x'.repeat(65_536))
  await expect(answer).rejects.toMatchObject({ kind: 'broken_stream' })
  expect(await sent).toBeLessThan(64 * MB)
})

test('an answer that continues with events that say nothing fails in the end', async () => {
  const silence = `: ${'x'.repeat(65_533)}\n`
  const { answer, sent } = await givenEndless(200, 'text/event-stream', '\n', silence)
  await expect(answer).rejects.toMatchObject({ kind: 'broken_stream' })
  expect(await sent).toBeLessThan(512 * MB)
})
