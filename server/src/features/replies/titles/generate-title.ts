import { and, eq, isNull } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { contactChannels } from '../../contacts/table.ts'
import { type ConversationParties, channelOf } from '../../conversations/define-channel.ts'
import { attachments, conversations, type MessageRow, messages } from '../../conversations/table.ts'
import { saveGeneratedTitle } from '../../conversations/titles/save-generated-title.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { claimQueuedRun } from '../../runs/claim-queued-run.ts'
import { executeRun } from '../../runs/execute-run.ts'
import { finishRun, runEnd } from '../../runs/finish-run.ts'
import type { RunJob } from '../../runs/jobs.ts'
import { wordsFor } from '../../runs/prompts/message-words.ts'
import { quiet, type RunHost } from '../../runs/run-host.ts'
import { startRun } from '../../runs/start-run.ts'
import { type RunRow, runs } from '../../runs/table.ts'
import { aiEmployees } from '../../teammates/table.ts'
import type { Reply } from '../answers/reply.ts'
import { checkReadiness } from '../check-readiness.ts'
import { titleConversation } from '../jobs.ts'
import { readTitle, titleBeginning } from './title-request.ts'

/**
 * Has a title found for an internal chat, once, after an answer of it is whole. It is a run like any other: it survives
 * its process, is paid for and is logged. Where it fails, the conversation keeps its temporary title.
 */
export async function generateTitle(ctx: OrgContext, answered: RunRow, reply: Reply, answer: MessageRow) {
  const started = await ctx.transaction(async (ctx) => {
    const found = await findUntitled(ctx, answered)
    if (!found) return null
    const current = extendContext(ctx, { organization: found.organization })
    const candidates = await candidatesFor(current, reply)
    if (!candidates) return null

    const beginning = {
      ...titleBeginning(reply.teammate, found.question, answer.content),
      is_debug_mode: found.organization.is_debug_mode,
    }
    const run = await startRun(current, {
      organization_id: answered.organization_id,
      employee_id: reply.teammate.id,
      conversation_id: reply.conversation_id,
      contact_id: answered.contact_id,
      user_id: answered.user_id,
      parent_run_id: null,
      channel: answered.channel,
      message_id: null,
      assistant_message_id: null,
      is_async: true,
      epoch: 0,
      job: titleConversation,
      beginning,
    })
    return { run, beginning, briefing: { teammate: reply.teammate, candidates }, organization: found.organization }
  })
  if (started?.run.status !== 'running') return
  const { run, beginning, briefing, organization } = started
  await executeRun(
    extendContext(ctx, { organization }),
    run,
    { ...titleHost(reply.conversation_id, reply), briefing },
    beginning,
  )
}

/** Locked, so that two answers at once do not both begin; a run of the conversation that answers nothing is its title's. */
async function findUntitled(ctx: OrgContext, { organization_id, conversation_id, message_id }: RunRow) {
  if (!conversation_id || !message_id) return null
  const [place] = await ctx.db
    .select({ organization: organizations })
    .from(conversations)
    .innerJoin(organizations, eq(organizations.id, conversations.organization_id))
    .where(
      and(
        eq(conversations.organization_id, organization_id),
        eq(conversations.id, conversation_id),
        isNull(conversations.title),
        isNull(conversations.deleted_at),
        eq(organizations.status, 'active'),
      ),
    )
    .for('no key update', { of: conversations })
  if (!place) return null
  const [begun] = await ctx.db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        eq(runs.organization_id, organization_id),
        eq(runs.conversation_id, conversation_id),
        isNull(runs.assistant_message_id),
        isNull(runs.parent_run_id),
        // A run beside the chat refers to a message.
        isNull(runs.message_id),
      ),
    )
    .limit(1)
  if (begun) return null
  const [question] = await ctx.db
    .select({ content: messages.content })
    .from(messages)
    .where(eq(messages.id, message_id))
  const files = await ctx.db
    .select({ name: attachments.name })
    .from(attachments)
    .where(and(eq(attachments.organization_id, organization_id), eq(attachments.message_id, message_id)))
  return { ...place, question: wordsFor(question?.content ?? '', files) }
}

/** Without a model, credits or a remaining daily limit there is no title, and no alert. */
function candidatesFor(ctx: OrgContext, { teammate }: Reply) {
  return checkReadiness(ctx, teammate).catch((error) => {
    if (error instanceof AppError) return null
    throw error
  })
}

const titleHost = (conversation_id: string, parties: ConversationParties): RunHost => ({
  ...quiet,
  finish: (ctx, end, outcome) =>
    ctx.transaction(async (ctx) => {
      // Before the lease, as a deletion of the conversation, which stops its runs, does.
      await ctx.db
        .select({ id: conversations.id })
        .from(conversations)
        .where(eq(conversations.id, conversation_id))
        .for('no key update')
      if (!(await finishRun(ctx, end))) return false
      const named = outcome.status === 'completed' ? readTitle(outcome.output) : null
      if (named) await saveGeneratedTitle(ctx, conversation_id, named, parties)
      return true
    }),
})

/** Continues a title whose process died. */
export async function continueTitle(ctx: Context, job: RunJob): Promise<void> {
  const claimed = await claimQueuedRun(ctx, job)
  if (!claimed) return
  const { run } = claimed
  const [found] = await ctx.db
    .select({ teammate: aiEmployees, contact_channel: contactChannels, conversation: conversations })
    .from(conversations)
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .where(eq(conversations.id, run.conversation_id ?? run.id))
  if (found) {
    await executeRun(
      claimed.ctx,
      run,
      titleHost(found.conversation.id, { ...found, channel: channelOf(found.conversation) }),
    )
  } else {
    const nothing = runEnd(run, { status: 'cancelled', output: '' }, [], run.costs, ctx.now())
    await finishRun(claimed.ctx, nothing)
  }
}
