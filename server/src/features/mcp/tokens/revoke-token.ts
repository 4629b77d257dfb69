import { and, eq } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import { callRightsChanged } from '../../replies/events.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { hostedTokenRevoked, subjectOf } from '../audit-actions.ts'
import { hostedTokens } from '../table.ts'
import { ownTokens } from './list-tokens.ts'

/** From its commit on nobody calls with it; calls that are being made are stopped and not answered. */
export function revokeToken(ctx: TeammateContext, token_id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .delete(hostedTokens)
      .where(and(ownTokens(ctx), eq(hostedTokens.id, token_id)))
      .returning()
    if (!row) throw new AppError('not_found', 'Token not found')
    await ctx.record(hostedTokenRevoked, { subject: subjectOf(row), before: { teammate: ctx.teammate.name } })
    await ctx.emit(callRightsChanged, {})
  })
}
