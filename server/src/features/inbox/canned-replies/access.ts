import { and, asc, eq, or } from 'drizzle-orm'
import type { CannedReply } from '#contracts/canned-replies.ts'
import { contains, folded, phraseOf } from '#platform/db/folded-text.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { AppError } from '#platform/error.ts'
import { isAdmin } from '../../organizations/access.ts'
import type { MemberContext, OrgContext } from '../../organizations/context.ts'
import { type CannedReplyRow, cannedReplies } from './table.ts'

export const presentCannedReply = (row: CannedReplyRow): CannedReply => ({
  id: row.id,
  organization_id: row.organization_id,
  shortcut: row.shortcut,
  content: row.content,
  user_id: row.user_id,
  updated_at: row.updated_at.toISOString(),
})

/** Shortcuts that differ in nothing but case are one shortcut. */
export const keyOf = (shortcut: string): string => shortcut.normalize('NFKC').toLowerCase()

export const shortcutExists = (shortcut: string) =>
  new AppError('conflict', `There is already a canned reply under "/${shortcut}"`, { code: 'SHORTCUT_EXISTS' })

/** By shortcut; `q` is somewhere in the shortcut or in the text. */
export async function listCannedReplies(
  ctx: OrgContext,
  { q, ...page }: { q?: string | undefined; page: number; limit: number },
): Promise<Page<CannedReply>> {
  const wanted = q?.trim() ? phraseOf(q.trim()) : undefined
  const listed = ctx.db
    .select()
    .from(cannedReplies)
    .where(
      and(
        eq(cannedReplies.organization_id, ctx.organization.id),
        wanted && or(contains(folded(cannedReplies.shortcut), wanted), contains(folded(cannedReplies.content), wanted)),
      ),
    )
    .orderBy(asc(cannedReplies.shortcut_key))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  return { ...found, data: found.data.map(presentCannedReply) }
}

/** Locks a canned reply that the caller may change: their own, and any for admins and owners. */
export async function lockOwnReply(ctx: MemberContext, id: string): Promise<CannedReplyRow> {
  const [row] = await ctx.db
    .select()
    .from(cannedReplies)
    .where(and(eq(cannedReplies.organization_id, ctx.organization.id), eq(cannedReplies.id, id)))
    .for('update')
  if (!row) throw new AppError('not_found', 'Canned reply not found')
  if (row.user_id !== ctx.user.id && !isAdmin(ctx.role)) {
    throw new AppError('forbidden', 'You are not allowed to do this')
  }
  return row
}
