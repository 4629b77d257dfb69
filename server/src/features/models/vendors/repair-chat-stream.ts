import { z } from 'zod'
import { rewriteLines } from './rewrite-lines.ts'

const MAX_ANSWER_BYTES = 16 * 1024 * 1024
const PREFIX = 'data:'
/** Texts in JSON have their quotes escaped, so neither is found within one. */
const ODD = /"arguments"\s*:\s*[{[]|_tokens"\s*:\s*["{[]|"choices": ?null/
/** Cheaper to look for, and in every odd line. */
const HINTS = ['_tokens"', '"arguments"', '"choices":null', '"choices": null']

const Call = z.looseObject({ function: z.looseObject({ arguments: z.unknown().optional() }).nullish() })
const Message = z.looseObject({ tool_calls: z.array(Call).nullish() })
const Chunk = z.looseObject({
  choices: z.array(z.looseObject({ delta: Message.nullish() })).nullish(),
  usage: z.record(z.string(), z.unknown()).nullish(),
})
const Whole = z.looseObject({
  choices: z.array(z.looseObject({ message: Message, finish_reason: z.string().nullish() })).min(1),
})

/**
 * A fetch for servers that speak chat completions nearly as they are described. The package drops a whole answer for one
 * value of another type: arguments of a tool as an object, counts of tokens as texts, or null for an empty list of choices. An answer that comes whole although
 * a stream was asked for becomes a stream of two events.
 */
export const repairChatStream =
  (unrepaired: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await unrepaired(input, init)
    if (!response.ok || !response.body) return response
    const { status, statusText } = response
    const type = response.headers.get('content-type') ?? ''
    if (type.includes('text/event-stream'))
      return new Response(response.body.pipeThrough(rewriteLines(repairLines)), response)
    if (!type.includes('json')) return response
    const text = await readText(response.body)
    const events = eventsOf(text)
    if (events === null) return new Response(text, { status, statusText, headers: { 'content-type': type } })
    return new Response(events, { status, statusText, headers: { 'content-type': 'text/event-stream' } })
  }

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw new SyntaxError('The answer is longer than any answer may be')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Null for a body that is no answer, such as an error with status 200. */
function eventsOf(text: string): string | null {
  const whole = Whole.safeParse(parsed(text))
  if (!whole.success) return null
  const { choices, usage, ...rest } = whole.data
  const [first] = choices
  const calls = first?.message.tool_calls?.map((call, index) => ({ index, ...call }))
  const delta = { ...first?.message, ...(calls && { tool_calls: calls }) }
  const event = (choice: object, more: object = {}) =>
    `${PREFIX} ${JSON.stringify(repaired({ ...rest, choices: [{ index: 0, ...choice }], ...more }))}\n\n`
  return `${event({ delta })}${event({ delta: {}, finish_reason: first?.finish_reason ?? 'stop' }, { usage })}${PREFIX} [DONE]\n\n`
}

function repairLines(bytes: Buffer): Buffer {
  if (!HINTS.some((hint) => bytes.includes(hint))) return bytes
  const text = bytes.toString()
  return ODD.test(text) ? Buffer.from(text.split('\n').map(repairLine).join('\n')) : bytes
}

function repairLine(line: string): string {
  if (!line.startsWith(PREFIX) || !ODD.test(line)) return line
  const chunk = parsed(line.slice(PREFIX.length))
  return chunk === null ? line : `${PREFIX} ${JSON.stringify(repaired(chunk))}`
}

function repaired(chunk: unknown): unknown {
  const read = Chunk.safeParse(chunk)
  if (!read.success) return chunk
  const { choices, usage } = read.data
  for (const call of choices?.flatMap(({ delta }) => delta?.tool_calls ?? []) ?? []) {
    const given = call.function?.arguments
    if (call.function && given !== undefined && given !== null && typeof given !== 'string')
      call.function.arguments = JSON.stringify(given)
  }
  return { ...read.data, ...(choices === null && { choices: [] }), ...(usage && { usage: countsOf(usage) }) }
}

/** Counts that are no numbers are missing, and estimated. */
const countsOf = (usage: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(usage).map(([name, value]) => {
      if (name.endsWith('_details') && value !== null && typeof value === 'object' && !Array.isArray(value))
        return [name, countsOf(value as Record<string, unknown>)]
      return [name, name.endsWith('_tokens') ? countOf(value) : value]
    }),
  )

function countOf(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value
  return typeof count === 'number' ? count : null
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
