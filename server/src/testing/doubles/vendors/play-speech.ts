import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

type Played = { fault?: string; until?: Promise<unknown>; until_after?: number; delay_ms?: number }

/** Sound as it is made, or in one of the ways in which that goes wrong. */
export async function playSpeech(
  { fault, until, until_after = 0, delay_ms }: Played,
  { contentType, pieces }: { contentType: string; pieces: Buffer[] },
  response: ServerResponse,
  drop: () => void,
): Promise<void> {
  if (fault === 'hang') return
  if (fault === 'drop') return drop()
  if (fault === 'garbage') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>It works!</body></html>')
    return
  }
  response.writeHead(200, { 'content-type': contentType })
  for (const [index, piece] of pieces.entries()) {
    if (fault && index >= pieces.length / 2) break
    if (delay_ms) await sleep(delay_ms)
    if (response.destroyed) return
    await new Promise<void>((resolve) => response.write(piece, () => resolve()))
    if (index === until_after) await until
  }
  if (fault === 'drop_midway') return drop()
  if (fault === 'hang_midway') return
  response.end()
}
