/** A strict stand-in for a vendor of embeddings: it refuses what the real one refuses and obeys a script. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { embedLocally } from '#features/search/indexing/embed/local-embedding.ts'
import { bearerRefusal, shapeRefusal } from './checks.ts'
import type { JsonObject } from './vendor-double.ts'

const Body = z.strictObject({
  model: z.string().min(1),
  input: z.array(z.string().min(1)).min(1).max(2048),
  dimensions: z.number().int().min(1),
  encoding_format: z.literal('float'),
})

/** What it does instead of answering; a number is a status. */
export type EmbeddingFault = number | 'hang' | 'drop' | 'no_json' | 'too_few' | 'too_short'

export async function startEmbeddingsDouble({ key }: { key: string }) {
  const requests: z.infer<typeof Body>[] = []
  const faults: EmbeddingFault[] = []
  let standing: EmbeddingFault | null = null
  let isAffected = (_texts: readonly string[]) => true
  let hanging = 0

  const server = createServer(async (incoming, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const body = (await json(incoming)) as JsonObject
    if (incoming.method !== 'POST' || incoming.url !== '/v1/embeddings') return send(404, { error: 'Not found' })
    const refusal = bearerRefusal(incoming.headers, key) ?? shapeRefusal(Body, body)
    if (refusal) return send(refusal.status, { error: { message: refusal.message } })
    const request = Body.parse(body)
    requests.push(request)

    const fault = faults.shift() ?? (isAffected(request.input) ? standing : null)
    if (fault === 'hang') {
      hanging += 1
      response.once('close', () => (hanging -= 1))
      return
    }
    if (fault === 'drop') return response.destroy()
    if (fault === 'no_json') return response.end('<html>It works!</html>')
    if (typeof fault === 'number') return send(fault, { error: { message: `Scripted ${fault}` } })
    const size = fault === 'too_short' ? request.dimensions - 1 : request.dimensions
    const data = request.input.map((text, index) => ({ index, embedding: Array.from(embedLocally(text, size)) }))
    // The order is given by `index` alone.
    send(200, { object: 'list', model: request.model, data: data.slice(fault === 'too_few' ? 1 : 0).reverse() })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    env: {
      EMBEDDING_BASE_URL: `http://127.0.0.1:${port}/v1`,
      EMBEDDING_API_KEY: key,
      EMBEDDING_MODEL: 'vectors-1',
      EMBEDDING_DIMENSIONS: '256',
      OUTBOUND_ALLOW: '127.0.0.1',
    },
    requests,
    /** How many requests wait for an answer that never comes. */
    hanging: () => hanging,
    /** What happens to the next requests, one after the other. */
    fail: (...next: EmbeddingFault[]) => void faults.push(...next),
    /** What happens to every request that has no script of its own, or to those of them with such texts. */
    always(fault: EmbeddingFault | null, affects: (texts: readonly string[]) => boolean = () => true) {
      standing = fault
      isAffected = affects
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
