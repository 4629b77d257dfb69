import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import { eraseContact, lockWithMerged } from '../../contacts/erase-contact.ts'
import { clearSenderNames } from '../../conversations/messages/clear-sender-names.ts'
import { readConversation } from '../../conversations/read-conversation.ts'
import { conversations } from '../../conversations/table.ts'
import { isAdmin } from '../../organizations/access.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { removeConversation } from '../../replies/remove-conversation.ts'
import { requestErasure } from '../../runs/log/request-erasure.ts'
import { findContact } from './find-contact.ts'

/** Deletes a contact for good with the data of its runs. Answers in progress are stopped, and each deleted conversation is announced to the inbox. */
export async function deleteContact(ctx: MemberContext, id: string): Promise<void> {
  const { display_name } = await findContact(ctx, id)
  // After the contact was looked for: a member who does not see it does not learn that it exists.
  if (!isAdmin(ctx.role)) throw new AppError('forbidden', 'Only owners and admins delete contacts')
  await ctx.transaction(async (ctx) => {
    const { ids, channel_ids } = await lockWithMerged(ctx, id)
    const own = await ctx.db
      .select({ id: conversations.id, deleted_at: conversations.deleted_at })
      .from(conversations)
      .where(
        and(
          eq(conversations.organization_id, ctx.organization.id),
          inArray(conversations.contact_channel_id, channel_ids),
        ),
      )
    for (const conversation of own) {
      if (conversation.deleted_at !== null) continue
      const found = await readConversation(ctx, conversation.id)
      if (found) await removeConversation(ctx, conversation.id, found.parties)
    }
    await requestErasure(ctx, { conversation_ids: own.map((row) => row.id), contact_ids: ids })
    await clearSenderNames(ctx, channel_ids)
    await eraseContact(ctx, { id, name: display_name, ids })
  })
}
