/** A strict stand-in for a vendor of embeddings: it refuses what the real one refuses and obeys a script. */

import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { embedLocally } from '#features/search/indexing/embed/local-embedding.ts'
import { closeServer, listenOnLoopback } from '../../servers/listen-on-loopback.ts'
import { bad, bearerRefusal, shapeRefusal } from './checks.ts'
import { hasLoneSurrogate } from './lone-surrogates.ts'
import type { JsonObject, Refusal } from './vendor-double.ts'

const Body = z.strictObject({
  model: z.string().min(1),
  input: z.array(z.string().min(1)).min(1).max(2048),
  dimensions: z.number().int().min(1).optional(),
  encoding_format: z.literal('float'),
})

/** What servers with the same API take less of. */
export type EmbeddingLimits = { batch?: number; characters?: number; dimensions?: false }

/** What it does instead of answering; a number is a status. */
export type EmbeddingFault = number | 'hang' | 'drop' | 'no_json' | 'too_few' | 'too_short'

/** In the words of Hugging Face's server and of vLLM. */
function refusalBy({ batch, characters, dimensions }: EmbeddingLimits, request: z.infer<typeof Body>): Refusal | null {
  const { input } = request
  if (dimensions === false && request.dimensions !== undefined)
    return bad(
      'Model does not support matryoshka representation, changing output dimensions will lead to poor results.',
    )
  if (batch !== undefined && input.length > batch)
    return { status: 422, message: `batch size ${input.length} > maximum allowed batch size ${batch}` }
  if (characters !== undefined && input.some((text) => text.length > characters))
    return { status: 413, message: 'Input validation error: `inputs` must have less than 512 tokens.' }
  return null
}

export async function startEmbeddingsDouble({ key }: { key: string }) {
  const requests: z.infer<typeof Body>[] = []
  const faults: EmbeddingFault[] = []
  let standing: EmbeddingFault | null = null
  let isAffected = (_texts: readonly string[]) => true
  let hanging = 0
  let limits: EmbeddingLimits = {}

  const server = createServer(async (incoming, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const body = (await json(incoming)) as JsonObject
    if (incoming.method !== 'POST' || incoming.url !== '/v1/embeddings') return send(404, { error: 'Not found' })
    const refusal = bearerRefusal(incoming.headers, key) ?? shapeRefusal(Body, body)
    if (refusal) return send(refusal.status, { error: { message: refusal.message } })
    const request = Body.parse(body)
    requests.push(request)
    const limited = refusalBy(limits, request) ?? (hasLoneSurrogate(body) ? bad('Invalid JSON payload') : null)
    if (limited) return send(limited.status, { message: limited.message })

    const fault = faults.shift() ?? (isAffected(request.input) ? standing : null)
    if (fault === 'hang') {
      hanging += 1
      response.once('close', () => (hanging -= 1))
      return
    }
    if (fault === 'drop') return response.destroy()
    if (fault === 'no_json') return response.end('<html>It works!</html>')
    if (typeof fault === 'number') return send(fault, { error: { message: `Scripted ${fault}` } })
    const { dimensions = 256 } = request
    const size = fault === 'too_short' ? dimensions - 1 : dimensions
    const data = request.input.map((text, index) => ({ index, embedding: Array.from(embedLocally(text, size)) }))
    // The order is given by `index` alone.
    send(200, { object: 'list', model: request.model, data: data.slice(fault === 'too_few' ? 1 : 0).reverse() })
  })
  const origin = await listenOnLoopback(server)

  return {
    env: {
      EMBEDDING_BASE_URL: `${origin}/v1`,
      EMBEDDING_API_KEY: key,
      EMBEDDING_MODEL: 'vectors-1',
      EMBEDDING_DIMENSIONS: '256',
      OUTBOUND_ALLOW: '127.0.0.1',
    },
    requests,
    /** What it takes from now on. */
    limit(to: EmbeddingLimits) {
      limits = to
    },
    /** How many requests wait for an answer that never comes. */
    hanging: () => hanging,
    /** What happens to the next requests, one after the other. */
    fail: (...next: EmbeddingFault[]) => void faults.push(...next),
    /** What happens to every request that has no script of its own, or to those of them with such texts. */
    always(fault: EmbeddingFault | null, affects: (texts: readonly string[]) => boolean = () => true) {
      standing = fault
      isAffected = affects
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  }
}
