import { createHmac } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { SECRET_HEADER, SIGNATURE_HEADERS } from '#contracts/triggers.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { safeEqual } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { AppError } from '#platform/error.ts'
import { rateLimitHeaders } from '#platform/http/limits.ts'
import type { SignedCaller } from '#platform/http/signed-by.ts'
import { idOrNothing } from '#platform/id.ts'
import { requireActive } from '../organizations/access.ts'
import { organizations } from '../organizations/table.ts'
import { noSuchWorkflow } from '../workflows/access.ts'
import { workflows } from '../workflows/table.ts'
import type { TriggerContext } from './context.ts'
import { MAX_INPUT_BYTES } from './run-input.ts'
import { workflowTriggers } from './table.ts'

const noValidProof = () => new AppError('unauthorized', 'A valid secret or signature is required')

/**
 * The organization of a public key with its workflow and an enabled public trigger, in one round trip: each of these
 * may be missing, and is refused differently.
 */
const byAddress = defineSharedRead((db) =>
  db
    .select({ organization: organizations, workflow: workflows, trigger: workflowTriggers })
    .from(organizations)
    .leftJoin(
      workflows,
      and(
        eq(workflows.organization_id, organizations.id),
        eq(workflows.id, sql.placeholder('workflow_id')),
        isNull(workflows.deleted_at),
      ),
    )
    .leftJoin(
      workflowTriggers,
      and(
        eq(workflowTriggers.organization_id, workflows.organization_id),
        eq(workflowTriggers.workflow_id, workflows.id),
        eq(workflowTriggers.type, 'public'),
        eq(workflowTriggers.is_enabled, true),
      ),
    )
    .where(eq(organizations.public_api_key, sql.placeholder('key')))
    .prepare('find_public_trigger'),
)

/**
 * The organization by the public key in the path (401, and 403 while it is inactive), then its workflow with a public trigger
 * (404), then the proof that the trigger asks for (401): a secret is judged before the body is read, a signature before it is parsed.
 */
export const publicTrigger: SignedCaller<TriggerContext> = {
  bodyLimitBytes: MAX_INPUT_BYTES,
  async admit(ctx, request, _route, readRaw) {
    const found = await find(ctx, request)
    const headers = await countCall(found, request.ip)
    const { protection, secret_sealed } = found.trigger
    const secret = secret_sealed === null ? null : ctx.ports.cipher.decrypt(secret_sealed)
    if (protection === 'secret' && !fits(headerOf(request, SECRET_HEADER), secret)) throw noValidProof()
    const rawBody = await readRaw()
    if (protection === 'hmac' && !isSigned(request, rawBody, secret)) throw noValidProof()
    return { ctx: found, rawBody, headers }
  },
}

/** Before the proof is judged and the body read: anyone who knows the address can send, and each call costs its organization. */
async function countCall(ctx: TriggerContext, address: string): Promise<Record<string, string>> {
  const { organization, trigger, ports } = ctx
  const { PUBLIC_TRIGGER_ADDRESS_RATE, PUBLIC_TRIGGER_RATE, PUBLIC_TRIGGER_ORGANIZATION_RATE } = ports.config
  const count = (name: string, per_minute: number, who: string) => ports.checkLimit({ name, per_minute }, who)
  // One after the other: what one address is refused costs the others nothing.
  return rateLimitHeaders([
    await count('trigger-address', PUBLIC_TRIGGER_ADDRESS_RATE, `${organization.id} ${address}`),
    await count('trigger', PUBLIC_TRIGGER_RATE, trigger.id),
    await count('trigger-organization', PUBLIC_TRIGGER_ORGANIZATION_RATE, organization.id),
  ])
}

async function find(ctx: Context, { params }: FastifyRequest): Promise<TriggerContext> {
  const { public_api_key = '', workflow_id = '' } = params as { public_api_key?: string; workflow_id?: string }
  const id = idOrNothing(workflow_id).toLowerCase()
  const [found] = await byAddress(ctx.db, { key: public_api_key.replaceAll('\0', ''), workflow_id: id })
  if (!found) throw new AppError('unauthorized', 'A valid API key is required')
  const { organization, workflow, trigger } = found
  requireActive(organization)
  if (!workflow || !trigger) throw noSuchWorkflow()
  return extendContext(ctx, { organization, workflow, trigger })
}

function isSigned(request: FastifyRequest, body: Buffer, secret: string | null): boolean {
  if (secret === null) return false
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return SIGNATURE_HEADERS.map((name) => fits(headerOf(request, name), expected)).includes(true)
}

const fits = (proof: string | null, expected: string | null): boolean =>
  proof !== null && expected !== null && safeEqual(proof, expected)

function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
