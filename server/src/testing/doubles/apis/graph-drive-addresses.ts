import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { listenOnLoopback } from '../../servers/listen-on-loopback.ts'
import { type Answer, type Asked, answerWith, readAsked } from './host-api.ts'

const PIECE = 320 * 1024

type Session = { received: Buffer; total: number | null; finish: (bytes: Buffer) => Answer; reached: number }
type Resource = { bytes: Buffer } | { answers: Answer[] } | Session

/**
 * The host to which Graph hands out addresses: who has the address needs no token, and who brings one all the same is
 * turned away.
 */
export async function startGraphAddresses() {
  const resources = new Map<string, Resource>()
  const asked: Asked[] = []
  let losesAnswers = 0
  let losesLast = false
  let failures: number[] = []

  function answerTo(one: Asked, at: Resource | undefined): Answer {
    if (one.headers.authorization) return { status: 401, json: { error: { code: 'unauthenticated' } } }
    const failure = failures.shift()
    if (failure) return { status: failure, headers: { 'retry-after': '0' } }
    if (!at) return { status: 404, json: { error: { code: 'itemNotFound' } } }
    if ('bytes' in at) return { status: 200, bytes: at.bytes, headers: { 'content-type': 'application/octet-stream' } }
    if ('answers' in at) return (at.answers.length > 1 ? at.answers.shift() : at.answers[0]) ?? { status: 404 }
    if (one.method === 'DELETE') {
      resources.delete(one.path)
      return { status: 204 }
    }
    if (one.method === 'GET') return progressOf(at)
    const answer = take(one, at)
    // An upload that is whole has no address any more.
    if (answer.status === 201) resources.delete(one.path)
    return answer
  }

  function take({ headers, body }: Asked, session: Session): Answer {
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '')
    const [from = -1, to = -1, total = -1] = range?.slice(1).map(Number) ?? []
    if (!range || to - from + 1 !== body.length || (session.total ?? total) !== total)
      return { status: 400, json: { error: { code: 'invalidRange' } } }
    session.total = total
    if (from !== session.reached) return { status: 416, json: { error: { code: 'invalidRange' } } }
    if (to + 1 < total && body.length % PIECE !== 0) return { status: 400, json: { error: { code: 'invalidRange' } } }
    session.received = Buffer.concat([session.received, body])
    session.reached = to + 1
    return session.reached === total ? session.finish(session.received) : progressOf(session, 202)
  }

  const progressOf = ({ reached }: Session, status = 200): Answer => ({
    status,
    json: { expirationDateTime: '2026-12-01T00:00:00Z', nextExpectedRanges: [`${reached}-`] },
  })

  const server = createServer(async (request: IncomingMessage, response) => {
    const one = await readAsked(request)
    asked.push(one)
    answerWith(response, () => {
      const answer = answerTo(one, resources.get(one.path))
      const isLost = losesAnswers > 0 || (losesLast && answer.status === 201)
      if (one.method !== 'PUT' || !isLost) return answer
      losesAnswers = Math.max(0, losesAnswers - 1)
      if (answer.status === 201) losesLast = false
      return { status: 503, headers: { 'retry-after': '0' } }
    })
  })
  const origin = await listenOnLoopback(server)

  function hold(what: Resource): string {
    const path = `/direct/${randomUUID()}`
    resources.set(path, what)
    return `${origin}${path}`
  }

  return {
    origin,
    asked,
    download: (bytes: Buffer) => hold({ bytes }),
    session: (finish: Session['finish']) => hold({ received: Buffer.alloc(0), total: null, finish, reached: 0 }),
    /** One after the other, the last one from then on. */
    monitor: (...answers: Answer[]) => hold({ answers }),
    /** So many pieces are taken, and not answered. */
    loseAnswers: (count: number) => {
      losesAnswers = count
    },
    /** The next upload is whole, and its answer is lost. */
    loseLast: () => {
      losesLast = true
    },
    fail: (...statuses: number[]) => {
      failures = statuses
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
