// Sends large bodies, all at once, from a process of its own, so that what is measured beside it is not its work. Prints
// one line of JSON for each answer.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { SentBody } from '../lib/large-bodies.ts'

const bodies = JSON.parse(await text(process.stdin)) as SentBody[]
const PIECE_BYTES = 256 * 1024

function* piecesOf({ before, unit, units, after }: SentBody): Generator<Buffer> {
  yield Buffer.from(before)
  const perPiece = Math.max(1, Math.floor(PIECE_BYTES / unit.length))
  const piece = Buffer.from(unit.repeat(perPiece))
  for (let left = units; left > 0; left -= perPiece) {
    yield left >= perPiece ? piece : piece.subarray(0, left * unit.length)
  }
  yield Buffer.from(after)
}

function send(body: SentBody): Promise<{ status: number; retry_after: string | null; text: string }> {
  const length = body.before.length + body.unit.length * body.units + body.after.length
  return new Promise((resolve, reject) => {
    const sent = request(body.url, {
      method: 'POST',
      agent: false,
      headers: { ...body.headers, 'content-length': length },
    })
    sent.on('error', reject).on('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, retry_after: response.headers['retry-after'] ?? null, text })
    })
    const pieces = piecesOf(body)
    const more = () => {
      for (let next = pieces.next(); !next.done; next = pieces.next()) {
        if (!sent.write(next.value)) return void sent.once('drain', more)
      }
      sent.end()
    }
    more()
  })
}

await Promise.all(
  bodies.map(async (body) => {
    const start = performance.now()
    const answer = await send(body).catch((error: Error) => ({ status: 0, retry_after: null, text: error.message }))
    console.log(
      JSON.stringify({ ...answer, text: answer.text.slice(0, 2000), seconds: (performance.now() - start) / 1000 }),
    )
  }),
)
