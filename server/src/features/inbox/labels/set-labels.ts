import { and, asc, eq } from 'drizzle-orm'
import type { ConversationLabels } from '#contracts/labels.ts'
import { isAny } from '#platform/db/is-any.ts'
import { fieldError } from '#platform/http/errors.ts'
import { lockConversation } from '../../conversations/lock-conversation.ts'
import type { MemberContext, OrgContext } from '../../organizations/context.ts'
import { findConversation } from '../access.ts'
import { presentLabel } from './access.ts'
import { conversationLabelsUpdated } from './events.ts'
import { conversationLabels, type LabelRow, labels } from './table.ts'

/** Replaces the labels of a conversation. */
export async function setLabels(ctx: MemberContext, id: string, label_ids: string[]): Promise<ConversationLabels> {
  const { parties } = await findConversation(ctx, id)
  return ctx.transaction(async (ctx) => {
    // Serializes changes, and keeps messages from moving the conversation while its labels copy its position in the list.
    const { employee_id, is_internal, last_message_at } = await lockConversation(ctx, id)
    const wanted = await holdLabels(ctx, label_ids)
    const before = await ctx.db.delete(conversationLabels).where(isOf(ctx, id)).returning()
    const place = {
      organization_id: ctx.organization.id,
      conversation_id: id,
      employee_id,
      is_internal,
      last_message_at,
    }
    if (wanted.length > 0)
      await ctx.db.insert(conversationLabels).values(wanted.map((label) => ({ ...place, label_id: label.id })))
    const set = { conversation_id: id, labels: wanted.map(presentLabel) }
    const had = new Set(before.map(({ label_id }) => label_id))
    const isSame = had.size === wanted.length && wanted.every((label) => had.has(label.id))
    if (!isSame) await ctx.emit(conversationLabelsUpdated, set, parties)
    return set
  })
}

const isOf = (ctx: OrgContext, conversation_id: string) =>
  and(
    eq(conversationLabels.organization_id, ctx.organization.id),
    eq(conversationLabels.conversation_id, conversation_id),
  )

/** Reads the labels, sorted by name, and locks them against deletion until the transaction ends. */
async function holdLabels(ctx: OrgContext, ids: string[]): Promise<LabelRow[]> {
  if (ids.length === 0) return []
  const found = await ctx.db
    .select()
    .from(labels)
    .where(and(eq(labels.organization_id, ctx.organization.id), isAny(labels.id, ids)))
    .orderBy(asc(labels.name_key))
    .for('key share')
  if (found.length < ids.length) throw fieldError('label_ids', 'There is no such label', 'NO_SUCH_LABEL')
  return found
}
