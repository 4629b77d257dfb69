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
const MAX_TRIES = 3
const TIMEOUT_MS = 60_000
/** With these a server says that it does not take what it was sent. */
const REFUSALS = new Set([400, 413, 422])

const Answer = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })) })

/** A sentence that a list of files can show. */
export class EmbeddingFailed extends Error {
  /** Whether the same call may be answered later. */
  readonly may_pass: boolean
  /** Whether another call may be answered, with fewer or shorter texts. */
  readonly is_refusal: boolean

  constructor(
    message: string,
    { may_pass = false, is_refusal = false, cause }: { may_pass?: boolean; is_refusal?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.may_pass = may_pass
    this.is_refusal = is_refusal
  }
}

type Call = { outbound: Outbound; vendor: EmbeddingVendor; signal: AbortSignal }

/** One call for some texts, tried again where that may help. */
export async function requestEmbeddings(
  call: Call,
  texts: readonly string[],
  withDimensions: boolean,
): Promise<Float32Array[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(call, texts, withDimensions)
    } catch (error) {
      call.signal.throwIfAborted()
      const mayPass = error instanceof EmbeddingFailed && error.may_pass
      if (!mayPass || attempt === MAX_TRIES) throw error
    }
    await sleep(500 * 4 ** (attempt - 1), undefined, { signal: call.signal })
  }
}

async function ask(
  { outbound, vendor, signal }: Call,
  texts: readonly string[],
  withDimensions: boolean,
): Promise<Float32Array[]> {
  const { base_url = DEFAULT_BASE_URL, api_key, model, dimensions } = vendor
  const unreachable = (cause: unknown) => {
    throw new EmbeddingFailed('The embedding service cannot be reached', { may_pass: true, cause })
  }
  // A chunk may end within a character, and JSON of other languages has no such text.
  const input = texts.map((text) => text.toWellFormed())
  const response = await outbound
    .fetch(`${base_url}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(api_key && { authorization: `Bearer ${api_key}` }) },
      body: JSON.stringify({ model, input, ...(withDimensions && { dimensions }), encoding_format: 'float' }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    .catch(unreachable)
  const { status, ok } = response
  const body: unknown = await response.json().catch(ok ? unreachable : () => null)
  if (!ok) {
    const may_pass = status === 429 || status >= 500
    const is_refusal = REFUSALS.has(status)
    throw new EmbeddingFailed(`The embedding service refused with status ${status}`, {
      may_pass,
      is_refusal,
      cause: body,
    })
  }
  const answer = Answer.safeParse(body)
  const vectors = (answer.data?.data ?? []).toSorted((one, other) => one.index - other.index)
  if (vectors.length !== input.length || vectors.some(({ embedding }) => embedding.length !== dimensions))
    throw new EmbeddingFailed(
      `The embedding service did not answer with ${input.length} vectors of ${dimensions} numbers`,
    )
  return vectors.map(({ embedding }) => Float32Array.from(embedding))
}
