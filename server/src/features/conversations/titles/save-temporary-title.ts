import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { conversations, messages } from '../table.ts'
import { temporaryTitle } from './temporary-title.ts'

/** Gives a conversation without any title its contact's first words, as every new one has them. */
export async function saveTemporaryTitle(ctx: OrgContext, id: string): Promise<void> {
  const untitled = and(
    eq(conversations.organization_id, ctx.organization.id),
    eq(conversations.id, id),
    isNull(conversations.title),
    isNull(conversations.temporary_title),
  )
  const [found] = await ctx.db.select({ id: conversations.id }).from(conversations).where(untitled)
  if (!found) return
  const [first] = await ctx.db
    .select({ content: messages.content })
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.conversation_id, id),
        eq(messages.role, 'contact'),
        ne(messages.content, ''),
        isNull(messages.deleted_at),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(1)
  const temporary_title = first ? temporaryTitle(first.content) : null
  if (temporary_title !== null) await ctx.db.update(conversations).set({ temporary_title }).where(untitled)
}
