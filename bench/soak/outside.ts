import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'

export type Call = { path: string; key: string | null }

/** The outside world of the flows: a program that remembers what it was asked to do, and the vendor of a model. */
export async function openOutside() {
  const calls: Call[] = []
  const server = createServer(async ({ url: path = '', headers }, response) => {
    const key = headers['idempotency-key']
    calls.push({ path, key: typeof key === 'string' ? key : null })
    await sleep(20)
    response.setHeader('content-type', 'application/json').end('{"ok":true}')
  }).listen(0, '127.0.0.1')
  // A process that was frozen comes back to its connections; one that ended here meanwhile would look like a failed call.
  server.keepAliveTimeout = 120_000
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const vendor = await startCustomDouble(null)
  const usage = { input_tokens: 10, output_tokens: 2 }
  vendor.reply(({ body }) => {
    const messages = body.messages as { role: string; content: unknown }[]
    const asked = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content)
    const name = asked.match(/call for (run-\d+)/)?.[1]
    const wasCalled = messages.some(({ role }) => role === 'tool')
    if (!name || wasCalled) return { text: 'Done.', delay_ms: 10, usage }
    return { tool_calls: [{ name: 'http_request', input: { url: `${url}/${name}/approved` } }], usage }
  })
  return {
    url,
    vendor,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await vendor.close()
    },
  }
}

export type Outside = Awaited<ReturnType<typeof openOutside>>
