import type { Context } from '#platform/context.ts'
import { embedLocally, LOCAL_EMBEDDING } from './local-embedding.ts'
import { resemblesAnyWord } from './resembling-words.ts'
import { embedByVendor } from './vendor-embedding.ts'

export type Embedder = {
  /** What made the vectors; those of another maker cannot be compared with them. */
  readonly name: string
  readonly dimensions: number
  /** True where vectors are worked out here, beside the reading of the document. */
  readonly is_local: boolean
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  /** Whether a passage that lies near a question has anything to do with it. Something always lies nearest. */
  isRelevant(question: string, passage: { text: string; similarity: number }): boolean
}

/** The vendor that the operator named; without one, what this machine can do alone. */
export function embedderOf({ ports }: Context): Embedder {
  const { EMBEDDING_API_KEY, EMBEDDING_BASE_URL, EMBEDDING_MODEL, EMBEDDING_MIN_SIMILARITY } = ports.config
  const { EMBEDDING_DIMENSIONS: dimensions } = ports.config
  if (EMBEDDING_API_KEY === undefined && EMBEDDING_BASE_URL === undefined)
    return {
      name: LOCAL_EMBEDDING,
      dimensions,
      is_local: true,
      embed: async (texts) => texts.map((text) => embedLocally(text, dimensions)),
      isRelevant: (question, { text }) => resemblesAnyWord(question, text),
    }
  const vendor = { base_url: EMBEDDING_BASE_URL, api_key: EMBEDDING_API_KEY, model: EMBEDDING_MODEL, dimensions }
  return {
    name: EMBEDDING_MODEL,
    dimensions,
    is_local: false,
    embed: (texts, signal) => embedByVendor(ports.outbound, vendor, texts, signal),
    isRelevant: (_question, { similarity }) => similarity >= EMBEDDING_MIN_SIMILARITY,
  }
}
