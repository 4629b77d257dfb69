import { announceConversation, inboxStateOf } from '../conversations/announce-conversation.ts'
import type { ConversationParties } from '../conversations/define-channel.ts'
import { withdrawDeliveries } from '../conversations/deliveries/withdraw-deliveries.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { addMessage } from '../conversations/messages/add-message.ts'
import { announceBeginning, announceMessage } from '../conversations/messages/announce-message.ts'
import { changeOwner } from '../conversations/operators/change-owner.ts'
import { presentMessage } from '../conversations/present.ts'
import type { ConversationRow } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { listOtherHolders } from '../runs/access.ts'
import { cancelRunsOfConversation } from '../runs/control/cancel-run.ts'
import type { UserRow } from '../users/table.ts'
import { answerUnanswered } from './answer-unanswered.ts'
import { stopAnswers } from './answers/stop-answers.ts'

/**
 * An operator takes a conversation over from the teammate or a colleague. An answer in progress stops: its text so far remains, and
 * once this resolves, nothing more of it is shown anywhere.
 */
export const takeOver = (
  ctx: OrgContext,
  id: string,
  operator: UserRow,
  parties: ConversationParties,
): Promise<ConversationRow> => changeHands(ctx, id, parties, { operator })

/** An operator hands a conversation back to the teammate, who answers unanswered messages and all further ones. */
export const handBack = (ctx: OrgContext, id: string, parties: ConversationParties): Promise<ConversationRow> =>
  changeHands(ctx, id, parties, { operator: null })

/**
 * Hands a conversation back from an operator who lost access; where the contact waits for a reply, it waits for another
 * operator.
 */
export const handBackFrom = (
  ctx: OrgContext,
  id: string,
  user_id: string,
  parties: ConversationParties,
): Promise<ConversationRow> => changeHands(ctx, id, parties, { operator: null, from: user_id })

/** `from`: the expected operator; nothing changes where a different one has the conversation. */
type Change = { operator: UserRow | null; from?: string }

async function changeHands(
  ctx: OrgContext,
  id: string,
  parties: ConversationParties,
  { operator, from }: Change,
): Promise<ConversationRow> {
  const changed = await ctx.transaction(async (ctx) => {
    const before = await lockConversation(ctx, id)
    const user_id = operator?.id ?? null
    if (before.assigned_user_id === user_id || (from && before.assigned_user_id !== from)) return { row: before }
    // Under the conversation's lock: a process that is finishing an answer waits for this commit, and one that claims a
    // run later finds the stop.
    await cancelRunsOfConversation(ctx, id, { with_tasks: false })
    const others = await listOtherHolders(ctx, id)
    const withdrawn = operator ? await withdrawDeliveries(ctx, id, 'taken_over') : []
    const row = await changeOwner(ctx, before, user_id, { remains_waiting: from !== undefined })
    const { message } = await addMessage(ctx, row, {
      role: 'system',
      content: operator
        ? `${operator.name ?? 'A person'} joined the conversation.`
        : `${parties.teammate.name} is back.`,
      system_event: operator
        ? { type: 'operator_joined', user_name: operator.name }
        : { type: 'operator_left', user_name: null },
    })
    const answer = operator || from ? null : await answerUnanswered(ctx, row, parties)
    return { row, before, message, answer, earlier: { others, withdrawn } }
  })
  const { row, before, message, answer, earlier } = changed
  if (!before) return row
  await stopAnswers(ctx, row, earlier, parties)
  await announceMessage(ctx, presentMessage(message, [], parties.teammate), parties)
  if (answer) await announceBeginning(ctx, presentMessage(answer, [], parties.teammate), parties)
  await announceConversation(ctx, row, parties, inboxStateOf(before))
  return row
}
