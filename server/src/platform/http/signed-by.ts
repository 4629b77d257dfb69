import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { safeEqual } from '../cipher.ts'
import type { Context } from '../context.ts'
import { AppError } from '../error.ts'
import type { Route } from '../route.ts'
import { MB } from './read-body.ts'

/** How far a proof's time may be from ours. */
const TOLERANCE_SECONDS = 300

/** A caller whose proof is made with a secret that both sides know, usually over the body as it was sent. */
export type SignedCaller<Ctx> = {
  readonly bodyLimitBytes: number
  /** Answers with the caller's context and the raw body, before anything of the body is parsed; the answer gets the headers. */
  admit(
    ctx: Context,
    request: FastifyRequest,
    route: Route,
    readRaw: () => Promise<Buffer>,
  ): Promise<{ ctx: Ctx; rawBody: Buffer; headers?: Record<string, string> }>
}

/** Where a proof is in the headers, and what it must be. */
export type SignatureScheme = {
  /** False where the proof is the secret itself and can be judged before the body is read. */
  readonly coversBody: boolean
  /** What the headers claim: the proof, and when it was made; null where something is missing. */
  claim(headers: IncomingHttpHeaders): { proof: string; madeAtSeconds: number | null } | null
  expect(secret: string, body: Buffer, headers: IncomingHttpHeaders): string
}

type Target<Ctx> = { secrets: readonly string[]; ctx: Ctx }

type Options<Ctx> = {
  scheme: SignatureScheme
  /** Whose secret it is, by the path or the headers; null where there is nobody, which looks like a wrong proof. */
  find: (ctx: Context, request: FastifyRequest) => Promise<Target<Ctx> | null>
  bodyLimitBytes?: number
}

/** Declares a caller that is recognized by a signature; see `SignatureScheme` for the kinds. */
export function signedBy<Ctx>({ scheme, find, bodyLimitBytes = MB }: Options<Ctx>): SignedCaller<Ctx> {
  return {
    bodyLimitBytes,
    async admit(ctx, request, _route, readRaw) {
      const claim = scheme.claim(request.headers)
      if (!claim) throw notSigned()
      const { proof, madeAtSeconds } = claim
      const ageSeconds = madeAtSeconds === null ? 0 : ctx.now().getTime() / 1000 - madeAtSeconds
      if (!(Math.abs(ageSeconds) <= TOLERANCE_SECONDS)) throw notSigned()

      const early = scheme.coversBody ? await readRaw() : Buffer.alloc(0)
      const target = await find(ctx, request)
      // Without a target the same work is done, so that timing reveals nothing either.
      const secrets = target?.secrets ?? [randomBytes(32).toString('base64')]
      const expected = secrets.map((secret) => scheme.expect(secret, early, request.headers))
      const fits = expected.map((one) => safeEqual(proof, one)).includes(true)
      if (!target || !fits) throw notSigned()
      return { ctx: target.ctx, rawBody: scheme.coversBody ? early : await readRaw() }
    },
  }
}

const notSigned = () => new AppError('unauthorized', 'A valid signature is required')

const headerOf = (headers: IncomingHttpHeaders, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

type HmacOptions = {
  signatureHeader: string
  timestampHeader: string
  /** Precedes the signature in its header. */
  prefix: string
  /** What is signed before the body. */
  before: (timestamp: string) => string
}

/** HMAC-SHA256 over a timestamp and the raw body. */
export function hmacSignature({ signatureHeader, timestampHeader, prefix, before }: HmacOptions): SignatureScheme {
  return {
    coversBody: true,
    claim(headers) {
      const [signature, timestamp] = [headerOf(headers, signatureHeader), headerOf(headers, timestampHeader)]
      if (!signature || !timestamp || !/^\d{1,15}$/.test(timestamp)) return null
      return { proof: signature, madeAtSeconds: Number(timestamp) }
    },
    expect(secret, body, headers) {
      const signed = createHmac('sha256', secret).update(before(headerOf(headers, timestampHeader) ?? ''))
      return `${prefix}${signed.update(body).digest('hex')}`
    },
  }
}

/** The secret itself in a header; nothing covers the body. */
export const secretHeader = (name: string): SignatureScheme => ({
  coversBody: false,
  claim(headers) {
    const proof = headerOf(headers, name)
    return proof ? { proof, madeAtSeconds: null } : null
  },
  expect: (secret) => secret,
})
