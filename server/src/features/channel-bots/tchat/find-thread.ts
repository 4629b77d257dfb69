import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import type { Delivery } from '../../conversations/define-channel.ts'
import { messages } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findAnsweredUpdate } from '../bots/find-answered-update.ts'
import { channelUpdates } from '../table.ts'

/** The thread of a channel that a message belongs into: of what it answers, else of what was written to the bot last. */
export async function findThread(ctx: OrgContext, delivery: Delivery, chat_id: string): Promise<string | null> {
  const asked = await findAnsweredUpdate(ctx, delivery)
  return asked?.thread_id ?? (await threadInProcess(ctx, chat_id)) ?? (await lastThread(ctx, delivery))
}

/** An answer may be finished before its question has been recorded with the update that it came from. */
async function threadInProcess({ db }: OrgContext, chat_id: string): Promise<string | null> {
  const [update] = await db
    .select({ thread_id: channelUpdates.thread_id })
    .from(channelUpdates)
    .where(and(eq(channelUpdates.chat_id, chat_id), isNotNull(channelUpdates.due_at), gt(channelUpdates.attempts, 0)))
    .orderBy(desc(channelUpdates.id))
    .limit(1)
  return update?.thread_id ?? null
}

async function lastThread({ db, organization }: OrgContext, { conversation }: Delivery): Promise<string | null> {
  const [question] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, organization.id),
        eq(messages.conversation_id, conversation.id),
        eq(messages.role, 'contact'),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1)
  if (!question) return null
  const [update] = await db
    .select({ thread_id: channelUpdates.thread_id })
    .from(channelUpdates)
    .where(and(eq(channelUpdates.message_id, question.id), eq(channelUpdates.organization_id, organization.id)))
    .orderBy(desc(channelUpdates.id))
    .limit(1)
  return update?.thread_id ?? null
}
