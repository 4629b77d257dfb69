/** A chat-completions request, as far as the demo model reads it. */
import { z } from 'zod'

const Content = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
  .nullish()
  .transform((content) => {
    if (typeof content === 'string') return { text: content, images: 0 }
    const parts = content ?? []
    return {
      text: parts.map((part) => part.text ?? '').join(''),
      images: parts.filter((part) => part.type === 'image_url').length,
    }
  })

const Call = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })

const Message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: Content,
  tool_calls: z.array(Call).nullish(),
  tool_call_id: z.string().nullish(),
})

const Tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string(),
    description: z.string().nullish(),
    parameters: z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() }).nullish(),
  }),
})

export const ChatRequest = z.object({
  model: z.string(),
  messages: z.array(Message).min(1),
  tools: z.array(Tool).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: z.number().int().positive().nullish(),
})
export type ChatRequest = z.infer<typeof ChatRequest>

export type OfferedTool = { name: string; words: string; description: string; fields: string[] }

export type ToolAnswer = { tool: string; input: string; output: string }

/** What the rules read: a person's last message, and what has happened since. */
export type Conversation = {
  message: string
  /** Whom the model is asked to be. */
  teammate: string | null
  images: number
  messages: string[]
  is_first_answer: boolean
  tools: OfferedTool[]
  /** Tool answers since the person spoke. */
  answers: ToolAnswer[]
  calls_so_far: number
}

export function readConversation({ messages, tools }: ChatRequest): Conversation {
  const lastIndex = messages.findLastIndex((message) => message.role === 'user')
  const calls = messages.flatMap((message) => message.tool_calls ?? [])
  const fromPerson = messages.filter((message) => message.role === 'user')
  return {
    message: messages[lastIndex]?.content.text.trim() ?? '',
    teammate: teammateIn(messages.find(({ role }) => role === 'system')?.content.text ?? ''),
    images: messages[lastIndex]?.content.images ?? 0,
    messages: fromPerson.map((message) => message.content.text),
    is_first_answer: !messages.some((message) => message.role === 'assistant' && message.content.text !== ''),
    tools: (tools ?? []).map(({ function: { name, description, parameters } }) => ({
      name,
      words: plainName(name),
      description: description ?? '',
      fields: Object.keys(parameters?.properties ?? {}),
    })),
    answers: messages
      .slice(lastIndex + 1)
      .filter((message) => message.role === 'tool')
      .map((message) => {
        const call = calls.find(({ id }) => id === message.tool_call_id)?.function
        return { tool: plainName(call?.name ?? ''), input: call?.arguments ?? '', output: message.content.text }
      }),
    calls_so_far: calls.length,
  }
}

function teammateIn(instructions: string): string | null {
  return /^You are (.+?), an AI teammate at /.exec(instructions)?.[1] ?? null
}

/** The name with its dots, whether or not the way here took them away. */
export function plainName(name: string): string {
  return name.replaceAll('__', '.')
}
