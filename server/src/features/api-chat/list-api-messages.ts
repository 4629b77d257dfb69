import { and, desc, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiMessagesQuery } from '#contracts/api-chat.ts'
import { paginate } from '#platform/db/paginate.ts'
import { AppError } from '#platform/error.ts'
import { messagesOf } from '../conversations/messages/find-message.ts'
import { presentMessages } from '../conversations/present.ts'
import { messages } from '../conversations/table.ts'
import type { TeammateKeyContext } from '../teammates/context.ts'
import { apiChannelKey } from './channel.ts'
import { findChat } from './find-chat.ts'

/** The saved messages of a chat, newest first. */
export async function listApiMessages(ctx: TeammateKeyContext, query: z.output<typeof ApiMessagesQuery>) {
  const { teammate } = ctx
  const key = apiChannelKey(query.channel)
  const chat = key && (await findChat(ctx, teammate.id, key, query.conversation_id))
  if (!chat) throw new AppError('not_found', 'Conversation not found')
  const listed = ctx.db
    .select()
    .from(messages)
    .where(
      and(
        messagesOf(ctx, chat.conversation.id),
        // An answer is hidden until there is something of it to show.
        sql`not (${messages.status} = 'in_progress' and ${messages.content} = '')`,
      ),
    )
    .orderBy(desc(messages.id))
    .$dynamic()
  const how = { show_thinking: teammate.show_thinking, delivers: chat.conversation.delivers_by !== null }
  const page = await paginate(ctx.db, listed, query)
  return { success: true as const, ...page, data: await presentMessages(ctx, page.data, how) }
}
