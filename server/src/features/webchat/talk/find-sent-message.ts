import { and, eq } from 'drizzle-orm'
import { type MessageRow, messages } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { runs } from '../../runs/table.ts'

/** The message that the visitor sent before under this id, with its answer; null where they have not. */
export async function findSentMessage(
  ctx: OrgContext,
  contact_channel_id: string | undefined,
  client_message_id: string | undefined,
): Promise<{ question: MessageRow; answer: MessageRow | null } | null> {
  if (!contact_channel_id || !client_message_id) return null
  const [sent] = await ctx.db
    .select({ question: messages, answer_id: runs.assistant_message_id })
    .from(messages)
    .leftJoin(runs, eq(runs.id, messages.run_id))
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.contact_channel_id, contact_channel_id),
        eq(messages.client_message_id, client_message_id),
      ),
    )
  if (!sent) return null
  const { question, answer_id } = sent
  const [answer = null] = answer_id ? await ctx.db.select().from(messages).where(eq(messages.id, answer_id)) : []
  return { question, answer }
}
