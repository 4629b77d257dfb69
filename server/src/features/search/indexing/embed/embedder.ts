import type { Context } from '#platform/context.ts'
import { resemblesAnyWord } from '../../terms/resembles.ts'
import { embedLocally, LOCAL_EMBEDDING } from './local-embedding.ts'
import { embedByVendor } from './vendor-embedding.ts'

type Passage = { text: string; similarity: number }

/** Passages less similar than this share of the nearest one have hardly more than a syllable in common with the question. */
const MIN_SHARE_OF_NEAREST = 0.4

export type Embedder = {
  /** What made the vectors; those of another maker cannot be compared with them. */
  readonly name: string
  readonly dimensions: number
  /** True where vectors are worked out here, beside the reading of the document. */
  readonly is_local: boolean
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  /** Filters passages near a question, nearest first, by relevance: something is always nearest. */
  selectRelevant<P extends Passage>(question: string, passages: readonly P[]): P[]
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
      selectRelevant: (question, passages) => {
        const alike = passages.filter(({ text }) => resemblesAnyWord(question, text))
        const nearest = alike[0]?.similarity ?? 0
        return alike.filter(({ similarity }) => similarity >= MIN_SHARE_OF_NEAREST * nearest)
      },
    }
  const vendor = { base_url: EMBEDDING_BASE_URL, api_key: EMBEDDING_API_KEY, model: EMBEDDING_MODEL, dimensions }
  return {
    name: EMBEDDING_MODEL,
    dimensions,
    is_local: false,
    embed: (texts, signal) => embedByVendor(ports.outbound, vendor, texts, signal),
    selectRelevant: (_question, passages) =>
      passages.filter(({ similarity }) => similarity >= EMBEDDING_MIN_SIMILARITY),
  }
}
