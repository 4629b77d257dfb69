import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type Posted = { key: string; to: string; text: string }
/** How one attempt is answered, and when. */
export type Decide = (posted: Posted, nth: number) => { accepts: boolean; after_ms: number }
type Mood = 'accept' | 'fail' | 'hang'

/** The other side of a channel: it takes a message once by its key, fails, hangs, goes away and comes back. */
export async function startPostingTarget(decide?: Decide) {
  const attempts: Posted[] = []
  /** When each attempt began, in the time of `performance.now()`. */
  const begun: { key: string; at: number }[] = []
  const taken = new Map<string, Posted>()
  let mood: Mood = 'accept'
  const moods = new Map<string, Mood>()
  const hanging = new Set<() => void>()
  let port = 0
  let server = await open()

  async function open() {
    const opened = createServer(async (request, response: ServerResponse) => {
      begun.push({ key: String(request.headers['idempotency-key']), at: performance.now() })
      const { to, text } = (await json(request)) as { to: string; text: string }
      const posted = { key: String(request.headers['idempotency-key']), to, text }
      attempts.push(posted)
      const decided = decide?.(posted, attempts.filter(({ key }) => key === posted.key).length)
      const answer = () => {
        const now = decided ? (decided.accepts ? 'accept' : 'fail') : (moods.get(to) ?? mood)
        if (now === 'hang') return void hanging.add(answer)
        hanging.delete(answer)
        if (now === 'accept' && !taken.has(posted.key)) taken.set(posted.key, posted)
        response.statusCode = now === 'fail' ? 503 : 200
        response.end()
      }
      if (decided) setTimeout(answer, decided.after_ms)
      else answer()
    }).listen(port, '127.0.0.1')
    await once(opened, 'listening')
    port = (opened.address() as AddressInfo).port
    return opened
  }

  async function close() {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }

  return {
    url: `http://127.0.0.1:${port}`,
    /** Everything that was sent, repetitions too. */
    attempts,
    begun,
    /** What was taken, each message once. */
    taken: () => [...taken.values()],
    /** To everyone from now on, or to one person alone. */
    be(next: Mood, to?: string) {
      if (to !== undefined) return void moods.set(to, next)
      moods.clear()
      mood = next
    },
    /** Answers what hangs as it would be answered by now. */
    letGo() {
      for (const answer of [...hanging]) answer()
    },
    goAway: close,
    async comeBack() {
      server = await open()
    },
    [Symbol.asyncDispose]: close,
  }
}
