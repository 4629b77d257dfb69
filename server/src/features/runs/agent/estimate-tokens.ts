import type { Vendor } from '#contracts/parties.ts'
import type { ModelMessage, ModelRequest, ModelTool } from '../../models/model-language.ts'
import { schemaForm } from '../../models/schema-form.ts'

/** On the safe side of the common tokenizers in any script: in bytes, because a Chinese character is a token of its own. */
const BYTES_PER_TOKEN = 3
const TOKENS_PER_IMAGE = 1600
const OVERHEAD = 50
/** Around a tool's name, description and schema. */
const DEFINITION_BYTES = 50

type Prompt = Pick<ModelRequest, 'system' | 'messages'>

/** How many tokens a vendor counts of a request; each is sent the schemas of tools in a form of its own. */
export function estimateTokens({ tools, ...prompt }: Prompt & Pick<ModelRequest, 'tools'>, provider: Vendor): number {
  const bytes = tools.reduce((sum, tool) => sum + definitionBytes(provider, tool), 0)
  return estimatePrompt(prompt) + Math.ceil(bytes / BYTES_PER_TOKEN)
}

/** How many tokens a request without tools is. */
export function estimatePrompt({ system, messages }: Prompt): number {
  const bytes = messages.reduce((sum, message) => sum + bytesOf(message), size(system))
  const images = messages.reduce(
    (sum, message) => sum + (message.role === 'user' ? (message.images?.length ?? 0) : 0),
    0,
  )
  return OVERHEAD + Math.ceil(bytes / BYTES_PER_TOKEN) + images * TOKENS_PER_IMAGE
}

/** How many tokens a text is by itself. */
export const estimateText = (text: string): number => Math.ceil(size(text) / BYTES_PER_TOKEN)

function definitionBytes(provider: Vendor, { name, description, input_schema }: ModelTool): number {
  return DEFINITION_BYTES + size(name) + size(description) + schemaForm(provider, input_schema).bytes
}

function bytesOf(message: ModelMessage): number {
  if (message.role === 'tool') return size(JSON.stringify(message.results))
  if (message.role === 'user' || !message.tool_calls) return size(message.content)
  return size(message.content) + size(JSON.stringify(message.tool_calls))
}

const size = (text: string): number => Buffer.byteLength(text)
