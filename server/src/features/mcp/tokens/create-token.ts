import { count, sql } from 'drizzle-orm'
import { hashSecret, randomToken } from '#platform/cipher.ts'
import { AppError } from '#platform/error.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { hostedTokenCreated, subjectOf } from '../audit-actions.ts'
import { TOKEN_PREFIX } from '../present.ts'
import { type HostedTokenRow, hostedTokens } from '../table.ts'
import { ownTokens } from './list-tokens.ts'

const MAX_TOKENS = 50
const SHOWN = 4

/** The text of the token is kept nowhere: only its hash is. */
export function createToken(ctx: TeammateContext, name: string): Promise<{ row: HostedTokenRow; token: string }> {
  const token = `${TOKEN_PREFIX}${randomToken()}`
  return ctx.transaction(async (ctx) => {
    // Those that are made at once are counted one after the other.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`hosted-tokens ${ctx.user.id}`}, 0))`)
    const [owned] = await ctx.db.select({ tokens: count() }).from(hostedTokens).where(ownTokens(ctx))
    if (owned && owned.tokens >= MAX_TOKENS) {
      throw new AppError('conflict', `You have ${MAX_TOKENS} tokens for this teammate; revoke one of them first`, {
        code: 'TOO_MANY_TOKENS',
      })
    }
    const [row] = await ctx.db
      .insert(hostedTokens)
      .values({
        organization_id: ctx.organization.id,
        employee_id: ctx.teammate.id,
        user_id: ctx.user.id,
        name,
        token_hash: hashSecret(token),
        ending: token.slice(-SHOWN),
        created_at: ctx.now(),
      })
      .returning()
    if (!row) throw new Error('A hosted token was not written')
    await ctx.record(hostedTokenCreated, { subject: subjectOf(row), after: { teammate: ctx.teammate.name } })
    return { row, token }
  })
}
