import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { randomToken } from '#platform/cipher.ts'
import type { Config } from '#platform/config.ts'
import { ATTEMPT_MS } from './attempts.ts'

/** The prefix keeps other hosts of the same domain from planting a cookie of theirs, but needs an encrypted connection. */
const nameOf = (config: Config): string => (config.is_production ? '__Host-signIn' : 'signIn')

/** What tells the browser in which a sign-in began; null where none did for a while. */
export function readBrowserCookie(config: Config, request: FastifyRequest): string | null {
  const value = parseCookie(request.headers.cookie ?? '')[nameOf(config)]
  return value && /^[\w-]{43}$/.test(value) ? value : null
}

/** Kept while it lives, so that sign-ins that began in two tabs of one browser can both end. */
export function setBrowserCookie(config: Config, request: FastifyRequest) {
  const value = readBrowserCookie(config, request) ?? randomToken(32)
  const cookie = stringifySetCookie({
    name: nameOf(config),
    value,
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    secure: config.is_production,
    maxAge: ATTEMPT_MS / 1000,
  })
  return { browser: value, headers: { 'set-cookie': cookie } }
}
