import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Outbound } from '#platform/outbound/outbound.ts'

export type EmbeddingVendor = {
  base_url: string | undefined
  api_key: string | undefined
  model: string
  dimensions: number
}

const DEFAULT_BASE_URL = 'https://api.openai.com/v1'
const BATCH = 64
const MAX_TRIES = 3
const TIMEOUT_MS = 60_000

const Answer = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })) })

/** A sentence that a list of files can show; `may_pass` where the same call may be answered later. */
export class EmbeddingFailed extends Error {
  readonly may_pass: boolean

  constructor(message: string, { may_pass = false, cause }: { may_pass?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.may_pass = may_pass
  }
}

export async function embedByVendor(
  outbound: Outbound,
  vendor: EmbeddingVendor,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let at = 0; at < texts.length; at += BATCH)
    vectors.push(...(await embedBatch(outbound, vendor, texts.slice(at, at + BATCH), signal)))
  return vectors
}

async function embedBatch(
  outbound: Outbound,
  vendor: EmbeddingVendor,
  input: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(outbound, vendor, input, signal)
    } catch (error) {
      signal.throwIfAborted()
      const mayPass = error instanceof EmbeddingFailed && error.may_pass
      if (!mayPass || attempt === MAX_TRIES) throw error
    }
    await sleep(500 * 4 ** (attempt - 1), undefined, { signal })
  }
}

async function ask(
  outbound: Outbound,
  { base_url = DEFAULT_BASE_URL, api_key, model, dimensions }: EmbeddingVendor,
  input: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const unreachable = (cause: unknown) => {
    throw new EmbeddingFailed('The embedding service cannot be reached', { may_pass: true, cause })
  }
  const response = await outbound
    .fetch(`${base_url}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(api_key && { authorization: `Bearer ${api_key}` }) },
      body: JSON.stringify({ model, input, dimensions, encoding_format: 'float' }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    .catch(unreachable)
  const { status, ok } = response
  const body: unknown = await response.json().catch(ok ? unreachable : () => null)
  if (!ok) {
    const may_pass = status === 429 || status >= 500
    throw new EmbeddingFailed(`The embedding service refused with status ${status}`, { may_pass, cause: body })
  }
  const answer = Answer.safeParse(body)
  const vectors = (answer.data?.data ?? []).toSorted((one, other) => one.index - other.index)
  if (vectors.length !== input.length || vectors.some(({ embedding }) => embedding.length !== dimensions))
    throw new EmbeddingFailed(
      `The embedding service did not answer with ${input.length} vectors of ${dimensions} numbers`,
    )
  return vectors.map(({ embedding }) => Float32Array.from(embedding))
}
