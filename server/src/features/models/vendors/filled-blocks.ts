import { z } from 'zod'
import { rewriteLines } from './rewrite-lines.ts'

const PREFIX = 'data:'
const START = 'content_block_start'
const FILLED = /"(?:text|thinking)"\s*:\s*"[^"]/

const Filled = z.looseObject({
  type: z.literal(START),
  index: z.number(),
  content_block: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('text'), text: z.string() }),
    z.looseObject({ type: z.literal('thinking'), thinking: z.string() }),
  ]),
})

/**
 * A fetch for servers that speak Anthropic's API and send a block's first words with its start. The types of the API allow that;
 * the package reads words of deltas alone, and would leave these out of the answer.
 */
export const filledBlocks =
  (unrewritten: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await unrewritten(input, init)
    const isStream = response.headers.get('content-type')?.includes('text/event-stream')
    if (!response.ok || !response.body || !isStream) return response
    return new Response(response.body.pipeThrough(rewriteLines(rewrite)), response)
  }

function rewrite(bytes: Buffer): Buffer {
  if (!bytes.includes(START)) return bytes
  return Buffer.from(bytes.toString().split('\n').map(rewriteLine).join('\n'))
}

/** The words of a start follow it as a delta. */
function rewriteLine(line: string): string {
  if (!line.startsWith(PREFIX) || !line.includes(START) || !FILLED.test(line)) return line
  const event = parsed(line.slice(PREFIX.length))
  if (!event) return line
  const { index, content_block: block } = event
  const [empty, delta] =
    block.type === 'text'
      ? [
          { ...block, text: '' },
          { type: 'text_delta', text: block.text },
        ]
      : [
          { ...block, thinking: '' },
          { type: 'thinking_delta', thinking: block.thinking },
        ]
  const start = `${PREFIX} ${JSON.stringify({ ...event, content_block: empty })}`
  return `${start}\n\nevent: content_block_delta\n${PREFIX} ${JSON.stringify({ type: 'content_block_delta', index, delta })}`
}

function parsed(json: string): z.infer<typeof Filled> | null {
  try {
    return Filled.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}
