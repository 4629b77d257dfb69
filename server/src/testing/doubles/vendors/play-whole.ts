import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

type Played = { fault?: string; until?: Promise<unknown>; delay_ms?: number }

/** An answer that comes in one piece of JSON, or goes wrong in one of the ways of a stream. */
export async function playWhole(
  { fault, until, delay_ms }: Played,
  answer: object,
  response: ServerResponse,
  drop: () => void,
): Promise<void> {
  if (fault === 'hang') return
  if (fault === 'drop') return drop()
  await until
  if (delay_ms) await sleep(delay_ms)
  if (response.destroyed) return

  const json = JSON.stringify(answer)
  response.writeHead(200, { 'content-type': 'application/json' })
  if (fault === 'garbage') response.end('<html><body>It works!</body></html>')
  else if (fault === undefined) response.end(json)
  else {
    // What is dropped after this has left the process reaches the client first.
    await new Promise<void>((resolve) => response.write(json.slice(0, json.length / 2), () => resolve()))
    if (fault === 'drop_midway') drop()
    else if (fault !== 'hang_midway') response.end()
  }
}
