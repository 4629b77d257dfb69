import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Route } from '../route.ts'
import type { Limit } from './limits.ts'

/** What a route may be refused with: the codes by status, none where the sentence alone says it. */
export type Refusals = Readonly<Record<number, readonly string[]>>

/** What the API document says of a caller: how they prove who they are, and what they are refused with. */
export type Gate = {
  readonly security: 'session' | 'private_key' | 'public_key' | null
  readonly refusals: Refusals
  /** A sentence, where the proof is neither a session nor a key. */
  readonly proof?: string
  /** Of a signed caller, whose limit is not the route's. */
  readonly bodyLimitBytes?: number
  readonly limit?: CallerLimit
}

/** Whether a secret proves who calls; a public key is in every page of its organization. */
export const isAuthenticated = ({ security, proof }: Gate): boolean =>
  security !== 'public_key' && (security !== null || proof !== undefined)

/** How much one caller may ask over all routes, where the operator has set that. */
export type CallerLimit = {
  readonly of: (config: Config) => Limit | null
  /** Whom it counts, once the caller was recognized. */
  readonly by: (request: FastifyRequest) => string
}

/** Everything that a route promises to be refused with: by its caller's gate, by its schemas and limits, by its work. */
export function refusalsOf({ endpoint, method, limit, cors }: Route, gate: Gate): Refusals {
  const { params, errors = {} } = endpoint
  return merged([
    gate.refusals,
    params ? { 404: [] } : {},
    // Also what HTTP itself does not allow is refused so.
    { 400: ['VALIDATION_FAILED'] },
    method !== 'GET' ? { 400: ['BODY_TOO_COMPLEX'], 408: [], 413: [], 503: [] } : {},
    // What a cookie proves, or nothing does, a page of another site must not ask for.
    method !== 'GET' && !cors && gate.security !== 'private_key' ? { 403: [] } : {},
    cors ? { 403: ['ORIGIN_NOT_ALLOWED'] } : {},
    limit ? { 429: [] } : {},
    errors,
  ])
}

function merged(all: readonly Refusals[]): Refusals {
  const codes: Record<number, readonly string[]> = {}
  for (const refusals of all) {
    for (const [status, more] of Object.entries(refusals)) {
      codes[Number(status)] = [...new Set([...(codes[Number(status)] ?? []), ...more])]
    }
  }
  return codes
}

/** A sentence alone is promised by its status, but not what is wrong with a request: that has a code, so that nobody must read it. */
export const isPromised = (refusals: Refusals, { status, code }: { status: number; code?: string | undefined }) =>
  refusals[status] !== undefined && (code === undefined ? status !== 400 : refusals[status].includes(code))
