import { z } from 'zod'
import { rewriteLines } from './rewrite-lines.ts'

const PREFIX = 'data:'
const REFUSAL = 'refusal'
const FINISH = '"finish_reason"'

const Chunk = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})
const RefusalDelta = z.looseObject({ type: z.literal('response.refusal.delta'), delta: z.string() })

/**
 * A fetch for packages that leave out why a model refuses, so that its answer would be empty. It is what the person has to
 * read: it becomes the text, and an answer of chat completions ends as a filtered one.
 */
export const showRefusals =
  (unrewritten: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await unrewritten(input, init)
    const isStream = response.headers.get('content-type')?.includes('text/event-stream')
    if (!response.ok || !response.body || !isStream) return response
    return new Response(response.body.pipeThrough(rewriteLines(refusalRewriter())), response)
  }

function refusalRewriter() {
  let hasRefused = false

  const rewritten = (event: unknown): unknown => {
    const part = RefusalDelta.safeParse(event)
    if (part.success) return { ...part.data, type: 'response.output_text.delta' }
    const chunk = Chunk.safeParse(event)
    if (!chunk.success) return event
    for (const choice of chunk.data.choices) {
      const { delta } = choice
      if (delta?.refusal) {
        hasRefused = true
        delta.content = `${delta.content ?? ''}${delta.refusal}`
      }
      if (hasRefused && choice.finish_reason === 'stop') choice.finish_reason = 'content_filter'
    }
    return chunk.data
  }

  const rewriteLine = (line: string): string => {
    if (!line.startsWith(PREFIX) || !(line.includes(REFUSAL) || (hasRefused && line.includes(FINISH)))) return line
    try {
      return `${PREFIX} ${JSON.stringify(rewritten(JSON.parse(line.slice(PREFIX.length))))}`
    } catch {
      return line
    }
  }

  return (bytes: Buffer): Buffer =>
    hasRefused || bytes.includes(REFUSAL)
      ? Buffer.from(bytes.toString().split('\n').map(rewriteLine).join('\n'))
      : bytes
}
