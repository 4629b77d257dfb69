import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { readConversation } from '../../conversations/read-conversation.ts'
import { conversations } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { findViewer } from '../../teammates/access.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { handBackFrom } from '../change-hands.ts'

const BATCH_SIZE = 100

type Lost = { organization_id: string; user_ids: string[] }

/**
 * Hands back what people have taken over of teammates that they see no more: otherwise the teammate would be silent in
 * them, and nobody would answer. Done again, it continues where it ended.
 */
export async function handBackUnseen(outer: Context, { organization_id, user_ids }: Lost): Promise<void> {
  const [organization] = await outer.db.select().from(organizations).where(eq(organizations.id, organization_id))
  if (!organization) return
  const ctx = extendContext(outer, { organization })
  for (const user_id of user_ids) {
    for (const employee_id of await teammatesOf(ctx, user_id)) {
      if (await findViewer(ctx, user_id, employee_id)) continue
      await handBackAll(ctx, user_id, employee_id)
    }
  }
}

/** Those of whose conversations someone has any. */
async function teammatesOf(ctx: OrgContext, user_id: string): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ employee_id: conversations.employee_id })
    .from(conversations)
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(and(assignedTo(ctx, user_id), isNull(aiEmployees.deleted_at)))
  return rows.map(({ employee_id }) => employee_id)
}

async function handBackAll(ctx: OrgContext, user_id: string, employee_id: string): Promise<void> {
  const ofTeammate = and(assignedTo(ctx, user_id), eq(conversations.employee_id, employee_id))
  let after: string | null = null
  do {
    const beyond: string | null = after
    const batch: { id: string }[] = await ctx.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(ofTeammate, beyond === null ? undefined : gt(conversations.id, beyond)))
      .orderBy(asc(conversations.id))
      .limit(BATCH_SIZE)
    for (const { id } of batch) {
      const found = await readConversation(ctx, id)
      if (found) await handBackFrom(ctx, id, user_id, found.parties)
    }
    after = batch.length === BATCH_SIZE ? (batch.at(-1)?.id ?? null) : null
  } while (after !== null)
}

/** In the words of the index of conversations that need people. */
const assignedTo = (ctx: OrgContext, user_id: string) =>
  and(
    eq(conversations.organization_id, ctx.organization.id),
    eq(conversations.assigned_user_id, user_id),
    isNotNull(conversations.last_message_at),
    isNull(conversations.deleted_at),
  )
