import { Agent, request } from 'undici'

export type Shot = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: unknown
  bytes?: Buffer
}
export type Measured = {
  per_second: number
  p50: number
  p99: number
  count: number
  /** Processor time of one answer, where it was measured (`withCost`). */
  server_ms?: number
  database_ms?: number
}

/** Keeps `clients` requests under way for the given time and returns how many were answered, and how fast. */
export async function load(
  base: string,
  shot: (client: number, round: number) => Shot,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Measured> {
  const agent = new Agent({ connections: clients, pipelining: 1 })
  const times: number[] = []
  const begun = performance.now()
  const until = begun + seconds * 1000

  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let round = 0; performance.now() < until; round++) {
        const { method = 'POST', path, headers = {}, body, bytes } = shot(client, round)
        const sent = performance.now()
        const answer = await request(`${base}${path}`, {
          dispatcher: agent,
          method,
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(bytes && { body: bytes }),
        })
        const text = await answer.body.text()
        if (answer.statusCode > 201) throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`)
        times.push(performance.now() - sent)
      }
    }),
  )
  const took = (performance.now() - begun) / 1000
  await agent.close()
  return { per_second: times.length / took, ...quantiles(times), count: times.length }
}

export function quantiles(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
