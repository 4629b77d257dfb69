import type { OrgContext } from '../../organizations/context.ts'
import { newMessageRows } from '../messages/new-message-rows.ts'
import { type ConversationRow, type MessageRow, messages } from '../table.ts'

/** Writes the unfinished answer to a message that is there already; in the transaction in which its run is written. */
export async function beginAnswer(
  ctx: OrgContext,
  question: MessageRow,
  answer_ids: Pick<Parameters<typeof newMessageRows>[0], 'assistant_message_id' | 'employee_id' | 'run_id'> &
    Pick<ConversationRow, 'channel' | 'contact_channel_id'>,
): Promise<MessageRow> {
  const { answer } = newMessageRows({
    ...question,
    ...answer_ids,
    message_id: question.id,
    now: ctx.now(),
  })
  await ctx.db.insert(messages).values(answer)
  return answer
}
