import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { hashSecret, randomToken } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import type { Door, Provider } from './provider.ts'
import { type SignInAttemptRow, signInAttempts } from './table.ts'
import { withProvider } from './with-provider.ts'

export const ATTEMPT_MS = 600_000

export type Asked = {
  /** What the browser is known by. */
  browser: string
  /** Makes the state that travels, of a text that nobody can guess. */
  stateOf: (token: string) => string
  invite_code: string | null
  return_path: string
  user_id: string | null
  /** What the address carries besides, such as a hint of the provider. */
  params: Record<string, string>
}

/** Begins a sign-in; answers with the address at the provider. Nothing is kept where the provider cannot be reached. */
export async function startAttempt(ctx: Context, provider: Provider, asked: Asked): Promise<string> {
  const state = asked.stateOf(randomToken(32))
  const nonce = randomToken(32)
  const code_verifier = randomToken(48)
  const auth_url = await withProvider(ctx, provider, async (openid, configuration) =>
    openid.buildAuthorizationUrl(configuration, {
      ...asked.params,
      redirect_uri: provider.redirect_uri,
      scope: provider.scope,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
    }),
  )
  const { invite_code, return_path, user_id } = asked
  await ctx.db.insert(signInAttempts).values({
    state_hash: hashSecret(state),
    browser_hash: hashSecret(asked.browser),
    door: provider.door,
    nonce,
    code_verifier_sealed: ctx.ports.cipher.encrypt(code_verifier),
    invite_code,
    return_path,
    user_id,
    expires_at: new Date(ctx.now().getTime() + ATTEMPT_MS),
  })
  return auth_url.href
}

type Brought = { door: Door; state: string; browser: string; user_id: string | null }

/** Takes the attempt that a browser came back from, so that it counts once; another browser takes nothing away from it. */
export async function consumeAttempt(ctx: Context, brought: Brought): Promise<SignInAttemptRow | null> {
  const [taken] = await ctx.db
    .delete(signInAttempts)
    .where(
      and(
        eq(signInAttempts.state_hash, hashSecret(brought.state)),
        eq(signInAttempts.browser_hash, hashSecret(brought.browser)),
        eq(signInAttempts.door, brought.door),
        brought.user_id ? eq(signInAttempts.user_id, brought.user_id) : isNull(signInAttempts.user_id),
        gt(signInAttempts.expires_at, ctx.now()),
      ),
    )
    .returning()
  return taken ?? null
}

export async function sweepExpiredAttempts(ctx: Context): Promise<void> {
  await ctx.db.delete(signInAttempts).where(lt(signInAttempts.expires_at, ctx.now()))
}
