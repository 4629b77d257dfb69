import { startRealtimeDouble } from '../start-double.ts'
import { serveRealtime } from './serve-realtime.ts'

/** A strict stand-in for OpenAI's Realtime API: it refuses what the real one refuses. */
export async function startOpenAIRealtimeDouble(key: string) {
  const truncations: number[] = []
  const double = await startRealtimeDouble({
    base_path: '/v1',
    refusal(url, { headers }) {
      if (url.pathname !== '/v1/realtime' || !url.searchParams.get('model')) return '404 Not Found'
      return headers.authorization === `Bearer ${key}` ? null : '401 Unauthorized'
    },
    serve(socket, record, queues, { url = '' }) {
      const model = new URLSearchParams(url.split('?')[1]).get('model') ?? ''
      serveRealtime(socket, model, record, queues, truncations)
    },
  })
  return Object.assign(double, { truncations })
}
