import { z } from 'zod'

const units = { s: 1, m: 60, h: 3600, d: 86_400 } as const

/** Seconds, or a number with a unit: `900`, `15m`, `24h`, `7d`. */
export const duration = z
  .string()
  .regex(/^\d+[smhd]?$/, 'must be seconds, or a number with s, m, h or d, such as 15m')
  .transform((text) => {
    const unit = text.at(-1) as keyof typeof units
    return unit in units ? Number(text.slice(0, -1)) * units[unit] : Number(text)
  })
  // The document of the configuration shows a default as a duration, and not as a number.
  .meta({ format: 'duration' })

export const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')
export const port = z.coerce.number().int().min(0).max(65_535)
export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/$/, ''))
/** Written as browsers write an origin, because it is compared with theirs. */
export const origin = url
  .refine((text) => {
    const { pathname, search, hash } = new URL(text)
    return pathname === '/' && search === '' && hash === ''
  }, 'must have no path: the server is reached at the root of its host')
  .transform((text) => new URL(text).origin)
/** An address, or a name alone, which is reached by https. */
export const domain = z
  .string()
  .transform((text) => (/^https?:\/\//.test(text) ? text : `https://${text}`))
  .pipe(url)
/** Compared as it was given: a slash at its end is a part of its name. */
export const issuer = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

/** `post@example.com`, or `Name <post@example.com>`. */
export const sender = z
  .string()
  .regex(/^[^\p{Cc}<>]*<[^\s\p{Cc}<>@]+@[^\s\p{Cc}<>@]+>$|^[^\s\p{Cc}<>@]+@[^\s\p{Cc}<>@]+$/u, 'must be an address')

/** 32 bytes, hex or base64. */
export const key = z.string().transform((text, issue) => {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (bytes.length === 32) return bytes
  issue.addIssue({ code: 'custom', message: 'must be 32 bytes, hex or base64 (openssl rand -hex 32)' })
  return z.NEVER
})

/** The contract: an unset or invalid limit uses the default. */
const lenient = (limit: z.ZodType<number>, otherwise: number) =>
  limit
    .optional()
    .catch(undefined)
    .transform((n) => n ?? otherwise)

export const lenientCount = (otherwise: number) => lenient(z.coerce.number().int().positive(), otherwise)
export const lenientSize = (otherwise: number) => lenient(z.coerce.number().positive(), otherwise)

export const json = z.string().transform((text, issue) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    issue.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})
