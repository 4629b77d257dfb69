import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Attributes of the session cookie as the contract gives them. */
const attributes = (config: Config): Omit<SetCookie, 'value'> => ({
  name: config.SESSION_COOKIE_NAME,
  path: '/',
  sameSite: 'lax',
  httpOnly: true,
  secure: config.is_production,
  ...(config.COOKIE_DOMAIN && { domain: config.COOKIE_DOMAIN }),
})

export function setSessionCookie(config: Config, value: string): Record<string, string> {
  return { 'set-cookie': stringifySetCookie({ ...attributes(config), value, maxAge: config.COOKIE_TTL }) }
}

export function clearSessionCookie(config: Config): Record<string, string> {
  return { 'set-cookie': stringifySetCookie({ ...attributes(config), value: '', expires: new Date(0) }) }
}

export function readSessionCookie(config: Config, request: FastifyRequest): string | null {
  const { cookie } = request.headers
  return cookie ? parseCookie(cookie)[config.SESSION_COOKIE_NAME] || null : null
}
