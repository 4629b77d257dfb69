import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Message } from '#contracts/conversations.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import type { Context } from '#platform/context.ts'
import { definePrepared } from '#platform/db/prepared.ts'
import { conversations } from '../../conversations/table.ts'
import { channelChats, channelUpdates } from '../table.ts'
import type { BotChannel } from './find-bot.ts'
import { processing, startProcessing } from './process-chats.ts'

const isOfBots = (channel: Message['channel']): channel is BotChannel => channel !== null && channel in chatPlatforms

/** The chat of a conversation, where it has pending updates. One statement, because it follows every answer of a bot. */
const pendingChatOf = definePrepared((db) =>
  db
    .select({ organization_id: channelChats.organization_id, chat_id: channelChats.id })
    .from(conversations)
    .innerJoin(
      channelChats,
      and(
        eq(channelChats.employee_id, conversations.employee_id),
        eq(channelChats.channel, conversations.channel),
        eq(channelChats.chat_id, conversations.external_id),
      ),
    )
    .innerJoin(channelUpdates, and(eq(channelUpdates.chat_id, channelChats.id), isNotNull(channelUpdates.due_at)))
    .where(eq(conversations.id, sql.placeholder('conversation_id')))
    .limit(1)
    .prepare('waiting_chat_of_conversation'),
)

/** A teammate has answered: processes what was written in the chat meanwhile, and the answer is delivered without waiting for that. */
export async function processAfterAnswer(ctx: Context, { conversation_id, channel }: Message): Promise<void> {
  if (!isOfBots(channel)) return
  processing
    .run(ctx, async () => {
      const [waiting] = await pendingChatOf(ctx.db).execute({ conversation_id })
      if (waiting) await startProcessing(ctx, waiting)
    })
    .catch((error) => ctx.log.error({ err: error, conversation_id }, 'a chat could not be looked up after an answer'))
}
