import type { ModelMessage, ModelRequest } from '../../models/model-language.ts'

/** On the safe side of the common tokenizers in any script: in bytes, because a Chinese character is a token of its own. */
const BYTES_PER_TOKEN = 3
const TOKENS_PER_IMAGE = 1600
const OVERHEAD = 50

export function estimateTokens({
  system,
  messages,
  tools,
}: Pick<ModelRequest, 'system' | 'messages' | 'tools'>): number {
  const definitions = tools.reduce((sum, tool) => sum + size(JSON.stringify(tool)), 0)
  const bytes = messages.reduce((sum, message) => sum + bytesOf(message), size(system) + definitions)
  const images = messages.reduce(
    (sum, message) => sum + (message.role === 'user' ? (message.images?.length ?? 0) : 0),
    0,
  )
  return OVERHEAD + Math.ceil(bytes / BYTES_PER_TOKEN) + images * TOKENS_PER_IMAGE
}

/** How many tokens a text is by itself. */
export const estimateText = (text: string): number => Math.ceil(size(text) / BYTES_PER_TOKEN)

function bytesOf(message: ModelMessage): number {
  if (message.role === 'tool') return size(JSON.stringify(message.results))
  if (message.role === 'user' || !message.tool_calls) return size(message.content)
  return size(message.content) + size(JSON.stringify(message.tool_calls))
}

const size = (text: string): number => Buffer.byteLength(text)
