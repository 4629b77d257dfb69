/** Writes an answer in the form of chat completions, streamed or whole. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatRequest } from './conversation.ts'
import type { Answer } from './rules.ts'

const CHARACTERS_PER_TOKEN = 4

type Draft = {
  reasoning: string[]
  text: string[]
  tool_calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
  finish_reason: 'stop' | 'length' | 'tool_calls'
  usage: object
}

export function draft(answer: Answer, request: ChatRequest, callsSoFar: number): Draft {
  const reasoning = pieces(answer.reasoning)
  const whole = pieces(answer.text)
  const room = (request.max_tokens ?? Number.POSITIVE_INFINITY) - reasoning.length
  const text = whole.slice(0, Math.max(room, 0))
  const calls = answer.tool_call ? [answer.tool_call] : []
  const tool_calls = calls.map(({ name, input }) => ({
    id: `call_${callsSoFar + 1}`,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(input) },
  }))
  const finish_reason = tool_calls.length > 0 ? 'tool_calls' : text.length < whole.length ? 'length' : 'stop'
  const completion = reasoning.length + text.length + tokensIn(tool_calls.length > 0 ? JSON.stringify(tool_calls) : '')
  return { reasoning, text, tool_calls, finish_reason, usage: usageOf(request, completion, reasoning.length) }
}

export function completion(request: ChatRequest, { reasoning, text, tool_calls, finish_reason, usage }: Draft): object {
  const message = {
    role: 'assistant',
    content: text.join('') || null,
    ...(reasoning.length > 0 && { reasoning_content: reasoning.join('') }),
    ...(tool_calls.length > 0 && { tool_calls }),
  }
  return { ...head(request, 'chat.completion'), choices: [{ index: 0, message, finish_reason }], usage }
}

export async function stream(request: ChatRequest, draft: Draft, response: ServerResponse, pace: number | null) {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const beginning = head(request, 'chat.completion.chunk')
  const write = async (delta: object, finish_reason: string | null = null) => {
    const chunk = { ...beginning, choices: [{ index: 0, delta, finish_reason }] }
    if (!response.write(`data: ${JSON.stringify(chunk)}\n\n`)) await once(response, 'drain', { signal: gone.signal })
  }
  const paced = async (delta: object) => {
    if (pace) await sleep(1000 / pace, undefined, { signal: gone.signal })
    await write(delta)
  }

  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  try {
    await write({ role: 'assistant', content: '' })
    for (const reasoning_content of draft.reasoning) await paced({ reasoning_content })
    for (const content of draft.text) await paced({ content })
    for (const [index, call] of draft.tool_calls.entries()) await paced({ tool_calls: [{ index, ...call }] })
    await write({}, draft.finish_reason)
  } catch (error) {
    // The client has disconnected.
    if (gone.signal.aborted) return
    throw error
  }
  const counted = { ...beginning, choices: [], usage: draft.usage }
  if (request.stream_options?.include_usage) response.write(`data: ${JSON.stringify(counted)}\n\n`)
  response.end('data: [DONE]\n\n')
}

function head({ model }: ChatRequest, object: string) {
  return { id: 'chatcmpl-demo', object, created: Math.floor(Date.now() / 1000), model }
}

/** A word with the space behind it counts as one token. */
function pieces(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? []
}

/** Everything before the last message counts as cached, once there has been an answer. */
function usageOf({ messages, tools }: ChatRequest, completion_tokens: number, reasoning_tokens: number): object {
  const prompt_tokens = tokensIn(JSON.stringify(messages)) + (tools ? tokensIn(JSON.stringify(tools)) : 0)
  const isRepeated = messages.some((message) => message.role === 'assistant')
  const cached_tokens = isRepeated ? tokensIn(JSON.stringify(messages.slice(0, -1))) : 0
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens },
    completion_tokens_details: { reasoning_tokens },
  }
}

function tokensIn(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}
