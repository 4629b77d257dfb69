import { startRealtimeDouble } from '../start-double.ts'
import type { GeminiScript } from './play-turn.ts'
import { type Recordings, serveLive } from './serve-live.ts'

const PATH = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'

/** A strict stand-in for Google's Live API: it refuses what the real one refuses, and as it does, by closing. */
export async function startGeminiLiveDouble(key: string) {
  const recordings: Recordings = []
  let transcribing: Promise<unknown> = Promise.resolve()
  const sessions = new Set<ReturnType<typeof serveLive>>()
  let isGoingAway = false
  const double = await startRealtimeDouble<GeminiScript>({
    base_path: '/v1beta',
    // Google's own client asks for two slashes.
    refusal: (url) => (url.pathname.replace(/^\/+/, '/') === PATH ? null : '404 Not Found'),
    serve(socket, record, queues, { headers, url }) {
      const given = headers['x-goog-api-key'] ?? new URL(`http://localhost${url ?? '/'}`).searchParams.get('key')
      const session = serveLive(socket, {
        record,
        queues,
        recordings,
        untilTranscribed: () => transcribing,
        isGoingAway: () => isGoingAway,
        hasKey: given === key,
      })
      sessions.add(session)
      socket.on('close', () => sessions.delete(session))
    },
  })
  return Object.assign(double, {
    /** Transcripts wait for this from now on. */
    transcribeAfter(until: Promise<unknown>): void {
      transcribing = until
    },
    /** Says on every connection that it will be closed. */
    goAway(): void {
      for (const session of sessions) session.goAway()
    },
    /** Says so on every later connection as soon as it is set up. */
    goAwayFromStart(): void {
      isGoingAway = true
    },
    /** Closes the connections on which `goAway` was sent. */
    closeLeaving(): void {
      for (const session of sessions) session.closeIfLeaving()
    },
  })
}
