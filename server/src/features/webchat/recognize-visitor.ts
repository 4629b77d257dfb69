import type { FastifyRequest } from 'fastify'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { answerFor } from '#platform/thread-share.ts'
import { requireActive } from '../organizations/access.ts'
import { findByPublicKey, findContact } from './access.ts'
import type { KnownVisitorContext, Visitor, WebchatContext } from './context.ts'
import { isOf, readToken } from './visitor-token.ts'
import { isStillProven } from './visitors/identity.ts'

const noValidKey = () => new AppError('unauthorized', 'A valid API key is required')
const noValidToken = () =>
  new AppError('unauthorized', 'The webchat token is not valid', { code: 'WEBCHAT_TOKEN_INVALID' })

/**
 * Who asks from a page: the organization by its public key (401, and 403 while it is inactive), the visitor by their token.
 * A token that is not valid is refused also where none is needed, so that a browser drops it and begins again.
 */
export async function recognizeVisitor(ctx: Context, request: FastifyRequest): Promise<WebchatContext> {
  const site = await findByPublicKey(ctx, publicKeyOf(request))
  if (!site) throw noValidKey()
  const { organization, rules } = site
  requireActive(organization)
  await countVisitors(ctx, organization.id)
  const webchatCtx = extendContext(ctx, { organization, rules, known: null, own_host: request.headers.host ?? '' })
  const token = request.headers['webchat-token']
  if (typeof token !== 'string' || token === '') return webchatCtx
  return extendContext(webchatCtx, { known: await answerFor(organization.id, () => findVisitor(webchatCtx, token)) })
}

/** An address is counted by the route; visitors from very many of them are counted together. */
async function countVisitors({ ports }: Context, organization_id: string): Promise<void> {
  const { WEBCHAT_ORGANIZATION_RATE } = ports.config
  await ports.checkLimit({ name: 'webchat-organization', per_minute: WEBCHAT_ORGANIZATION_RATE }, organization_id)
}

export async function recognizeKnownVisitor(ctx: Context, request: FastifyRequest): Promise<KnownVisitorContext> {
  const webchatCtx = await recognizeVisitor(ctx, request)
  if (!webchatCtx.known) throw noValidToken()
  return extendContext(webchatCtx, { known: webchatCtx.known })
}

/** In the header `api-key`, or in the query as `api_key`. */
function publicKeyOf({ headers, query }: FastifyRequest): string {
  const { api_key } = query as { api_key?: unknown }
  const key = headers['api-key'] ?? api_key
  if (typeof key !== 'string' || key === '') throw noValidKey()
  return key
}

async function findVisitor(ctx: WebchatContext, token: string): Promise<Visitor> {
  const claims = await readToken(ctx, 'session', token)
  const found = claims && isOf(ctx, claims) ? await findContact(ctx, { id: claims.sub }) : null
  if (!claims || !found) throw noValidToken()
  const visitor = { ...found, proof: claims.proof }
  if (!isStillProven(ctx, ctx.rules, visitor)) throw noValidToken()
  return visitor
}
