import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../organizations/context.ts'
import { announceTeammate } from './announce-teammate.ts'
import { aiEmployees, type TeammateRow } from './table.ts'
import { saveVersion } from './versions/save-version.ts'

/** The caller's personal assistant, made when it is first asked for. */
export async function ensureAlly(ctx: MemberContext): Promise<TeammateRow> {
  const found = (await findAlly(ctx)) ?? (await createAlly(ctx)) ?? (await findAlly(ctx))
  if (!found) throw new Error('The personal assistant was not written')
  return found
}

/** Nothing before it was first asked for. */
export async function findAlly({ db, organization, user }: MemberContext): Promise<TeammateRow | undefined> {
  const [row] = await db
    .select()
    .from(aiEmployees)
    .where(and(eq(aiEmployees.organization_id, organization.id), eq(aiEmployees.owned_by_user_id, user.id)))
  return row
}

/** Nothing when another request of the same user was faster. */
function createAlly(ctx: MemberContext): Promise<TeammateRow | undefined> {
  return ctx.transaction(async (ctx) => {
    const now = ctx.now()
    const [row] = await ctx.db
      .insert(aiEmployees)
      .values({
        organization_id: ctx.organization.id,
        owned_by_user_id: ctx.user.id,
        is_system: true,
        name: 'Ally',
        role: 'Personal assistant',
        // The whole storage is open to it, so it can use it from the first question on.
        tools: [...ctx.ports.tools.keys()].filter((name) => name.startsWith('storage.')),
        created_at: now,
        updated_at: now,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) return undefined
    await saveVersion(ctx, row)
    await announceTeammate(ctx, 'created', row)
    return row
  })
}
