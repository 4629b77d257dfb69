import { and, eq, inArray } from 'drizzle-orm'
import type { Presence } from '#contracts/presence.ts'
import type { Context } from '#platform/context.ts'
import { conversations } from '../../conversations/table.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { users } from '../../users/table.ts'
import { visibleConversations } from '../access.ts'
import { presentOperator } from '../rows.ts'
import { conversationsWithPresence, presenceIn } from './presence-store.ts'

/** Who is where, for someone who has just come. */
export async function listPresence(ctx: MemberContext): Promise<{ data: Presence[] }> {
  const attended = conversationsWithPresence(ctx, ctx.organization.id)
  if (attended.length === 0) return { data: [] }
  const seen = await ctx.db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(and(inArray(conversations.id, attended), visibleConversations(ctx)))
  return {
    data: await presentPeople(
      ctx,
      seen.map(({ id }) => id),
    ),
  }
}

/** Those who are in these conversations, of which it is known that the caller sees them. */
export async function presentPeople(ctx: Context, conversation_ids: string[]): Promise<Presence[]> {
  const present = conversation_ids.flatMap((conversation_id) =>
    [...presenceIn(ctx, conversation_id)].map(([user_id, here]) => ({ conversation_id, user_id, ...here })),
  )
  if (present.length === 0) return []
  const ids = [...new Set(present.map(({ user_id }) => user_id))]
  const rows = await ctx.db.select().from(users).where(inArray(users.id, ids))
  const people = new Map(rows.map((row) => [row.id, presentOperator(row)]))
  return present.flatMap(({ user_id, ...rest }) => {
    const user = people.get(user_id)
    return user ? [{ ...rest, user }] : []
  })
}
