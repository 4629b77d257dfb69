import { z } from 'zod'
import { rewriteLines } from './rewrite-lines.ts'

const PREFIX = 'data:'
const CALLS = '"tool_calls"'
const FINISH = '"finish_reason"'

const Delta = z.looseObject({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
})
const Chunk = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: z.looseObject({ tool_calls: z.array(Delta).nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})
type Delta = z.infer<typeof Delta>

/**
 * A fetch under which every tool call of a chat-completions stream has an index of its own. A package that relies on the
 * vendor’s would take two calls without one for the same call, and would lose those before an ending other than `tool_calls`.
 */
export const numberToolCalls =
  (unnumbered: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await unnumbered(input, init)
    const isStream = response.headers.get('content-type')?.includes('text/event-stream')
    if (!response.ok || !response.body || !isStream) return response
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(rewriteLines(lineRewriter())), { status, statusText, headers })
  }

function lineRewriter() {
  const calls = numberCalls()
  const rewriteLine = (line: string): string => {
    if (!line.startsWith(PREFIX) || !(line.includes(CALLS) || (calls.count() > 0 && line.includes(FINISH)))) return line
    const chunk = Chunk.safeParse(parsed(line.slice(PREFIX.length)))
    if (!chunk.success) return line
    for (const choice of chunk.data.choices) {
      for (const delta of choice.delta?.tool_calls ?? []) Object.assign(delta, calls.number(delta))
      if (choice.finish_reason === 'stop' && calls.count() > 0) choice.finish_reason = 'tool_calls'
    }
    return `${PREFIX} ${JSON.stringify(chunk.data)}`
  }
  return (bytes: Buffer): Buffer =>
    bytes.includes(CALLS) || calls.count() > 0
      ? Buffer.from(bytes.toString().split('\n').map(rewriteLine).join('\n'))
      : bytes
}

/** Which call each piece belongs to: its id says so, else its index, unless a name begins another one. */
function numberCalls() {
  const byId = new Map<string, number>()
  const byIndex = new Map<number, number>()
  /** The arguments of each call so far. */
  const written: string[] = []

  const find = ({ index, id, function: called }: Delta): number | undefined => {
    const known = id ? byId.get(id) : undefined
    if (known !== undefined) return known
    const last = typeof index === 'number' ? byIndex.get(index) : called?.name ? undefined : written.length - 1
    if (last === undefined || last < 0) return undefined
    return called?.name && (id || isJson(written[last])) ? undefined : last
  }

  return {
    count: () => written.length,
    number(delta: Delta): { index: number; type: 'function' } {
      const index = find(delta) ?? written.length
      written[index] = (written[index] ?? '') + (delta.function?.arguments ?? '')
      if (delta.id) byId.set(delta.id, index)
      if (typeof delta.index === 'number') byIndex.set(delta.index, index)
      return { index, type: 'function' }
    },
  }
}

const isJson = (text: string | undefined): boolean => parsed(text ?? '') !== null

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
