import { createHash } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { IdentityProvider } from '#contracts/parties.ts'
import { hashSecret, randomToken } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import type { MemberContext } from '../../organizations/context.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { oauthAttempts } from '../table.ts'
import { providerOf } from './provider.ts'

const ATTEMPT_MS = 600_000

/** What travels to the provider and back, as base64 of JSON. */
const State = z.object({ employeeId: z.uuid().toLowerCase(), nonce: z.string().min(20).max(100) })

/** Begins to connect an account; answers with the address at the provider. */
export async function startAttempt(ctx: TeammateContext, service: IdentityProvider): Promise<string> {
  const provider = providerOf(ctx.ports.config, service)
  const nonce = randomToken(32)
  const code_verifier = randomToken(48)
  const url = new URL(provider.auth_url)
  const params = {
    ...provider.params,
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: provider.redirect_uri,
    scope: provider.scopes.join(' '),
    state: Buffer.from(JSON.stringify({ employeeId: ctx.teammate.id, nonce })).toString('base64'),
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  await ctx.db.insert(oauthAttempts).values({
    nonce_hash: hashSecret(nonce),
    organization_id: ctx.organization.id,
    employee_id: ctx.teammate.id,
    service,
    user_id: ctx.user.id,
    code_verifier_sealed: ctx.ports.cipher.encrypt(code_verifier),
    expires_at: new Date(ctx.now().getTime() + ATTEMPT_MS),
  })
  return url.href
}

export type Attempt = { employee_id: string; code_verifier: string }

/** Takes the attempt that someone came back from, so that it counts once; nobody else takes anything away from it. */
export async function consumeAttempt(
  ctx: MemberContext,
  { service, state }: { service: IdentityProvider; state: string },
): Promise<Attempt | null> {
  const read = readState(state)
  if (!read) return null
  const [taken] = await ctx.db
    .delete(oauthAttempts)
    .where(
      and(
        eq(oauthAttempts.nonce_hash, hashSecret(read.nonce)),
        eq(oauthAttempts.organization_id, ctx.organization.id),
        eq(oauthAttempts.employee_id, read.employeeId),
        eq(oauthAttempts.service, service),
        eq(oauthAttempts.user_id, ctx.user.id),
        gt(oauthAttempts.expires_at, ctx.now()),
      ),
    )
    .returning()
  if (!taken) return null
  return { employee_id: taken.employee_id, code_verifier: ctx.ports.cipher.decrypt(taken.code_verifier_sealed) }
}

function readState(state: string) {
  try {
    return State.safeParse(JSON.parse(Buffer.from(state, 'base64').toString())).data ?? null
  } catch {
    return null
  }
}

export async function sweepExpiredAttempts(ctx: Context): Promise<void> {
  await ctx.db.delete(oauthAttempts).where(lt(oauthAttempts.expires_at, ctx.now()))
}
