import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { contactChannels } from '../contacts/table.ts'
import { channelOf } from '../conversations/define-channel.ts'
import { listPayloads, presentPayload } from '../conversations/present.ts'
import { conversations, type MessageRow, messages } from '../conversations/table.ts'
import { resolveModels } from '../models/resolve-models.ts'
import type { OrgContext } from '../organizations/context.ts'
import { claimQueuedRun } from '../runs/claim-queued-run.ts'
import { executeRun } from '../runs/execute-run.ts'
import { runEnd } from '../runs/finish-run.ts'
import type { RunJob } from '../runs/jobs.ts'
import { aiEmployees } from '../teammates/table.ts'
import { dropAnswer } from './answers/drop-answer.ts'
import { replyHost } from './answers/reply-host.ts'
import { firstCandidateOf } from './first-candidates.ts'
import { NOTHING_SHOWN, type ShownBefore } from './streams/shown-answer.ts'

/** Continues an answer whose process died, or that waited. */
export async function continueAnswer(ctx: Context, job: RunJob): Promise<void> {
  const claimed = await claimQueuedRun(ctx, job)
  if (!claimed) return
  const { run } = claimed
  const [found] = await ctx.db
    .select({ conversation: conversations, teammate: aiEmployees, contact_channel: contactChannels, answer: messages })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .where(eq(messages.id, run.assistant_message_id ?? run.id))
  if (!found) {
    const nothing = runEnd(run, { status: 'cancelled', output: '' }, [], run.costs, ctx.now())
    return dropAnswer(claimed.ctx, run, nothing)
  }

  const reply = {
    conversation_id: found.conversation.id,
    teammate: found.teammate,
    channel: channelOf(found.conversation),
    contact_channel: found.contact_channel,
  }
  const shown = await shownBefore(claimed.ctx, found.answer)
  const first = firstCandidateOf(run.id)
  const host = replyHost(claimed.ctx, run, reply, {
    is_new: false,
    shown,
    ...(first && {
      briefing: {
        teammate: found.teammate,
        candidates: [first, ...(await resolveModels(claimed.ctx, found.teammate.model))],
      },
    }),
  })
  await executeRun(claimed.ctx, run, host)
}

/**
 * What the message shows if nothing more comes. An answer that waited keeps everything; one whose process died loses its last
 * round's reasoning and calls, because the round may be repeated differently.
 */
async function shownBefore(ctx: OrgContext, answer: MessageRow): Promise<ShownBefore> {
  const { id, content, stream_index, stream_reasoning, stream_tools, waiting_since, waiting_for } = answer
  const shown = { ...NOTHING_SHOWN, text: content, index: stream_index }
  if (!waiting_since) return shown
  const large = stream_tools ? (await listPayloads(ctx, [id])).map(presentPayload) : []
  return { ...shown, reasoning: stream_reasoning ?? '', tools: stream_tools ?? [], large, waiting_since, waiting_for }
}
