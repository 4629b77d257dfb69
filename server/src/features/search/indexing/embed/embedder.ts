import type { Context } from '#platform/context.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { resemblingAnyWord } from '../../terms/resembles.ts'
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
  selectRelevant<P extends Passage>(question: string, passages: readonly P[]): Promise<P[]>
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
      selectRelevant,
    }
  const vendor = { base_url: EMBEDDING_BASE_URL, api_key: EMBEDDING_API_KEY, model: EMBEDDING_MODEL, dimensions }
  return {
    name: EMBEDDING_MODEL,
    dimensions,
    is_local: false,
    embed: (texts, signal) => embedByVendor(ports.outbound, vendor, texts, signal),
    selectRelevant: async (_question, passages) =>
      passages.filter(({ similarity }) => similarity >= EMBEDDING_MIN_SIMILARITY),
  }
}

/** By their words, one passage at a time: dividing a passage of many scripts takes milliseconds. */
async function selectRelevant<P extends Passage>(question: string, passages: readonly P[]): Promise<P[]> {
  const resembles = resemblingAnyWord(question)
  const relevant: P[] = []
  for (const passage of passages) {
    const nearest = relevant[0]?.similarity ?? 0
    if (passage.similarity < MIN_SHARE_OF_NEAREST * nearest) continue
    await yieldToEventLoop()
    if (resembles(passage.text)) relevant.push(passage)
  }
  return relevant
}
