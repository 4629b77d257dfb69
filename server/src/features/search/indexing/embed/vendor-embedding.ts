import type { Outbound } from '#platform/outbound/outbound.ts'
import { EmbeddingFailed, type EmbeddingVendor, requestEmbeddings } from './request-embeddings.ts'

/** As many as Hugging Face's server takes by default; OpenAI takes 2,048, others ten. */
const BATCH_SIZE = 32
/** A text that is refused although it is so short is refused for another reason than its length. */
const MIN_SHORTENED_CHARACTERS = 200

/** What a server with OpenAI's API has been found to take. */
type Limits = {
  batch: number
  /** Models of one length refuse that it is named; null: not known yet. */
  dimensions: boolean | null
}

const limitsByServer = new Map<string, Limits>()

/**
 * The vector of each text. Servers with OpenAI's API differ in how many and how long texts they take, and whether they take a
 * length of vectors, and say so by a refusal alone. So what is refused is asked again without that length, then in halves, and
 * a single text by its beginning; what a server takes is known from then on.
 */
export async function embedByVendor(
  outbound: Outbound,
  vendor: EmbeddingVendor,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const call = { outbound, vendor, signal }
  const limits = limitsOf(vendor)
  let refusals = 0

  async function embed(batch: readonly string[]): Promise<Float32Array[]> {
    try {
      const vectors = await requestEmbeddings(call, batch, limits.dimensions !== false)
      limits.dimensions ??= true
      return vectors
    } catch (error) {
      refusals += 1
      return (await withoutDimensions(batch, error)) ?? (await embedParts(batch, error))
    }
  }

  async function withoutDimensions(batch: readonly string[], refusal: unknown): Promise<Float32Array[] | null> {
    if (!isRefusal(refusal)) throw refusal
    if (limits.dimensions !== null) return null
    try {
      const vectors = await requestEmbeddings(call, batch, false)
      limits.dimensions = false
      return vectors
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
  }

  async function embedParts(batch: readonly string[], refusal: unknown): Promise<Float32Array[]> {
    const [text = ''] = batch
    if (batch.length === 1) {
      if (text.length <= MIN_SHORTENED_CHARACTERS) throw refusal
      return embed([text.slice(0, Math.ceil(text.length / 2))])
    }
    const half = Math.ceil(batch.length / 2)
    const refusalsBefore = refusals
    const vectors = [...(await embed(batch.slice(0, half))), ...(await embed(batch.slice(half)))]
    // Otherwise it was one of the texts.
    if (refusals === refusalsBefore) limits.batch = Math.min(limits.batch, half)
    return vectors
  }

  const vectors: Float32Array[] = []
  while (vectors.length < texts.length)
    vectors.push(...(await embed(texts.slice(vectors.length, vectors.length + limits.batch))))
  return vectors
}

function limitsOf({ base_url, model }: EmbeddingVendor): Limits {
  const key = JSON.stringify([base_url, model])
  const limits = limitsByServer.get(key) ?? { batch: BATCH_SIZE, dimensions: null }
  limitsByServer.set(key, limits)
  return limits
}

const isRefusal = (error: unknown): boolean => error instanceof EmbeddingFailed && error.is_refusal
