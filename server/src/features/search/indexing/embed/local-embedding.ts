import { pairsOf, type Word, wordsOf } from '../../terms/words.ts'

const MIN_GRAM_LENGTH = 3
const MAX_GRAM_LENGTH = 5
const SMALL_WEIGHT = 0.05
const GRAM_WEIGHT = 0.35

export const LOCAL_EMBEDDING = 'local-hashed-words'

/**
 * A vector of the words and letter groups of a text, hashed into its dimensions: it knows which texts speak alike, with
 * other endings or a slip of the pen, and knows nothing of meaning. Deterministic, so that vectors can be kept.
 */
export function embedLocally(text: string, dimensions: number): Float32Array {
  const weights = new Map<string, number>()
  const add = (feature: string, weight: number) => weights.set(feature, (weights.get(feature) ?? 0) + weight)
  for (const word of wordsOf(text)) for (const [feature, weight] of featuresOf(word)) add(feature, weight)
  const vector = new Float32Array(dimensions)
  for (const [feature, weight] of weights) {
    const hash = hashOf(feature)
    const at = (hash >>> 1) % dimensions
    vector[at] = (vector[at] ?? 0) + (hash & 1 ? 1 : -1) * Math.log1p(weight)
  }
  return normalized(vector)
}

/** In scripts without spaces, pairs of characters take the place of words. */
function* featuresOf({ text, kind, is_small }: Word): Generator<[feature: string, weight: number]> {
  const weight = is_small ? SMALL_WEIGHT : 1
  if (kind === 'word' || kind === 'hangul') yield [`w ${text}`, weight]
  if (kind !== 'word') for (const pair of pairsOf(text)) yield [`w ${pair}`, weight]
  if (is_small) return
  if (kind === 'han') for (const character of text) yield [`w ${character}`, GRAM_WEIGHT]
  if (kind === 'word' || kind === 'hangul') for (const gram of gramsOf(text)) yield [`g ${gram}`, GRAM_WEIGHT]
}

function* gramsOf(word: string): Generator<string> {
  const marked = `<${word}>`
  for (let size = MIN_GRAM_LENGTH; size <= MAX_GRAM_LENGTH; size++)
    for (let at = 0; at + size <= marked.length; at++) yield marked.slice(at, at + size)
}

/** FNV-1a, with its bits stirred, so that neighbors fall apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** A text without words lies nowhere, and a vector of nothing has no direction: it points along the first axis. */
function normalized(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  if (length === 0) vector[0] = 1
  else for (const [at, value] of vector.entries()) vector[at] = value / length
  return vector
}
