import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { Vendor } from '#contracts/parties.ts'
import type { ModelMessage, ModelRequest, ToolCall, ToolResult } from '../model-language.ts'
import { oversizedPictures } from './oversized-pictures.ts'
import { readSignedParts, type SignedPart } from './signed-turn.ts'
import type { ToolForms } from './tool-forms.ts'

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>
type UserMessage = Extract<ModelMessage, { role: 'user' }>
type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']
type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content']

export function promptOf(provider: Vendor, request: ModelRequest, forms: ToolForms): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = []
  if (request.system) prompt.push({ role: 'system', content: request.system })

  for (const message of request.messages) {
    switch (message.role) {
      case 'user':
        prompt.push({ role: 'user', content: userContent(provider, request.model, message) })
        break
      case 'assistant':
        prompt.push({
          role: 'assistant',
          content: assistantContent(
            message,
            readSignedParts(message.provider_metadata, provider, request.model),
            forms,
          ),
        })
        break
      case 'tool':
        prompt.push({ role: 'tool', content: message.results.map((result) => toolResult(result, forms)) })
        break
    }
  }
  return prompt.filter((message) => message.content.length > 0)
}

function userContent(provider: Vendor, model: string, { content, images = [] }: UserMessage): UserContent {
  const leftOut = oversizedPictures(model, provider === 'vendor_4', images)
  const pictures = images.map((image, index) => {
    const words = leftOut[index] ?? null
    if (words !== null) return { type: 'text' as const, text: words }
    return { type: 'file' as const, mediaType: image.mime_type, data: { type: 'data' as const, data: image.data } }
  })
  return isBlank(content) ? pictures : [{ type: 'text', text: content }, ...pictures]
}

/** Signed parts go back in the order the vendor sent them, unless the text has been changed since. */
function assistantContent(message: AssistantMessage, signed: SignedPart[] | null, forms: ToolForms): AssistantContent {
  const calls = message.tool_calls ?? []
  if (!signed || lengthOf(signed) !== message.content.length) return unsigned(message, forms)

  const content: AssistantContent = []
  const sent = new Set<string>()
  let at = 0
  for (const part of signed) {
    if (part.type === 'reasoning') content.push({ type: 'reasoning', text: part.text, providerOptions: part.options })
    if (part.type === 'text') {
      const text = message.content.slice(at, at + part.length)
      if (!isBlank(text)) content.push({ type: 'text', text, providerOptions: part.options })
      at += part.length
    }
    if (part.type === 'tool_call') {
      const call = calls.find(({ id }) => id === part.id)
      if (call) content.push({ ...toolCall(call, forms), providerOptions: part.options })
      sent.add(part.id)
    }
  }
  return [...content, ...calls.filter(({ id }) => !sent.has(id)).map((call) => toolCall(call, forms))]
}

function unsigned({ content, tool_calls = [] }: AssistantMessage, forms: ToolForms): AssistantContent {
  const calls = tool_calls.map((call) => toolCall(call, forms))
  return isBlank(content) ? calls : [{ type: 'text', text: content }, ...calls]
}

/** Some models write a line break before they call a tool; one vendor refuses text of white space alone. */
const isBlank = (text: string): boolean => text.trim() === ''

function lengthOf(parts: SignedPart[]): number {
  return parts.reduce((sum, part) => sum + (part.type === 'text' ? part.length : 0), 0)
}

function toolCall({ id, ...call }: ToolCall, forms: ToolForms) {
  const { name, input } = forms.encodeCall(call)
  return { type: 'tool-call' as const, toolCallId: id, toolName: name, input: asArguments(input) }
}

/** Vendors accept only an object as arguments, and a model may have written anything. */
function asArguments(input: unknown): object {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { input }
}

function toolResult({ call_id, name, output, is_error }: ToolResult, forms: ToolForms) {
  return {
    type: 'tool-result' as const,
    toolCallId: call_id,
    toolName: forms.encodeName(name),
    output: {
      type: is_error ? ('error-text' as const) : ('text' as const),
      value: typeof output === 'string' ? output : (JSON.stringify(output) ?? ''),
    },
  }
}
