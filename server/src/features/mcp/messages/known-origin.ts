import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/error.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A page that has this server's address by a name of its own is refused, as the protocol demands; programs send no origin. */
export function requireKnownOrigin({ BASE_URL }: Pick<Config, 'BASE_URL'>, { origin }: IncomingHttpHeaders): void {
  if (origin === undefined) return
  const hostname = URL.parse(origin)?.hostname
  if (hostname !== undefined && (LOOPBACK.has(hostname) || hostname === new URL(BASE_URL).hostname)) return
  throw new AppError('forbidden', 'Pages of other sites cannot call this')
}
