import { eq } from 'drizzle-orm'
import type { UserContext } from '../../users/context.ts'
import { signOut } from '../../users/sign-out.ts'
import { sessionIdTokens } from '../../users/table.ts'
import { providerOf } from './provider.ts'
import { reasonOf } from './reason-of.ts'
import { withProvider } from './with-provider.ts'

/**
 * Ends the session here; answers with the address at which the auth server ends the one that it was begun by. Anyone who
 * signs out is signed out whether or not the auth server can be reached.
 */
export async function signOutThere(ctx: UserContext): Promise<string | null> {
  const [kept] = await ctx.db.select().from(sessionIdTokens).where(eq(sessionIdTokens.session_id, ctx.session.id))
  await signOut(ctx)
  return kept ? addressOfEnd(ctx, ctx.ports.cipher.decrypt(kept.id_token_sealed)) : null
}

async function addressOfEnd(ctx: UserContext, id_token_hint: string): Promise<string | null> {
  const { config } = ctx.ports
  // It may have been taken out of the settings since.
  if (!config.AUTH_SERVER_ISSUER) return null
  const provider = providerOf(config, 'auth-server')
  try {
    return await withProvider(ctx, provider, async (openid, configuration) => {
      if (!configuration.serverMetadata().end_session_endpoint) return null
      const post_logout_redirect_uri = `${config.BASE_URL}/login`
      return openid.buildEndSessionUrl(configuration, { id_token_hint, post_logout_redirect_uri }).href
    })
  } catch (error) {
    ctx.log.warn({ door: provider.door, reason: reasonOf(error) }, 'the auth server could not be asked how to sign out')
    return null
  }
}
