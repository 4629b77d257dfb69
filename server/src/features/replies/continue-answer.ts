import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { channelOf } from '../conversations/define-channel.ts'
import { contactChannels, conversations, messages } from '../conversations/table.ts'
import { takeOver } from '../runs/continue-run.ts'
import { executeRun } from '../runs/execute-run.ts'
import { runEnd } from '../runs/finish-run.ts'
import type { RunJob } from '../runs/jobs.ts'
import { aiEmployees } from '../teammates/table.ts'
import { dropAnswer } from './drop-answer.ts'
import { replyHost } from './reply-host.ts'

/** Goes on with an answer that no living process writes. */
export async function continueAnswer(ctx: Context, job: RunJob): Promise<void> {
  const taken = await takeOver(ctx, job)
  if (!taken) return
  const { run } = taken
  const [found] = await ctx.db
    .select({ conversation: conversations, teammate: aiEmployees, contact_channel: contactChannels, answer: messages })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .where(eq(messages.id, run.assistant_message_id ?? run.id))
  if (!found) {
    const nothing = runEnd(run, { status: 'cancelled', output: '' }, [], run.costs, ctx.now())
    return dropAnswer(taken.ctx, run, nothing)
  }

  const reply = {
    conversation_id: found.conversation.id,
    teammate: found.teammate,
    channel: channelOf(found.conversation),
    contact_channel: found.contact_channel,
  }
  const host = replyHost(taken.ctx, run, reply, { is_new: false, stream_index: found.answer.stream_index })
  // Whoever still shows the earlier try's text begins anew with this one.
  host.publish({ type: 'reset', text: '', reasoning: '' })
  await executeRun(taken.ctx, run, host)
}
