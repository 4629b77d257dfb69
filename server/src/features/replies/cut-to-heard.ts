import { cutMessage } from '../conversations/answers/cut-message.ts'
import type { ConversationParties } from '../conversations/define-channel.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { announceMessageDeletion, announceMessageUpdate } from '../conversations/messages/announce-message.ts'
import { presentMessages } from '../conversations/present.ts'
import type { OrgContext } from '../organizations/context.ts'
import { cancelRun, isOver } from '../runs/control/cancel-run.ts'
import type { RunRow } from '../runs/table.ts'
import { followAnswer } from './follow-answer.ts'

type Interrupted = {
  run: RunRow
  message_id: string
  conversation_id: string
  /** The part of its text that was heard. */
  heard: string
}

/**
 * Stops an answer that the caller interrupted, and cuts its message to what was heard; a message of which nothing was heard is
 * deleted. Works while the run writes it, here or in another process, and after it has ended.
 */
export async function cutToHeard(
  ctx: OrgContext,
  { run, message_id, conversation_id, heard }: Interrupted,
  parties: ConversationParties,
  signal: AbortSignal,
): Promise<void> {
  if (!isOver(run)) await cancelRun(ctx, run)
  for await (const { text, end } of followAnswer(ctx, message_id, signal)) {
    if (end === null) continue
    if (end === 'gone') return
    const beginning = commonBeginning(text, heard).trimEnd()
    if (beginning === text.trimEnd() && text !== '') return
    await ctx.transaction(async (ctx) => {
      await lockConversation(ctx, conversation_id)
      const row = await cutMessage(ctx, message_id, beginning)
      if (!row) return
      if (row.deleted_at) return announceMessageDeletion(ctx, row, parties)
      const [presented] = await presentMessages(ctx, [row], parties.teammate)
      if (presented) await announceMessageUpdate(ctx, presented, parties)
    })
  }
}

/** A fallback model may have begun the answer again since. */
function commonBeginning(text: string, heard: string): string {
  let length = 0
  while (length < heard.length && text[length] === heard[length]) length++
  return text.slice(0, length)
}
