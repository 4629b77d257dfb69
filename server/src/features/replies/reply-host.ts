import { sql } from 'drizzle-orm'
import type { ToolCallRecord } from '#contracts/conversations.ts'
import { toJson } from '#platform/db/columns.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { conversationMessageUpdated, messageDone } from '../conversations/events.ts'
import { presentMessage } from '../conversations/present.ts'
import type { MessageRow } from '../conversations/table.ts'
import { type Answering, stillInHands, writingAnswer } from '../conversations/write-messages.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type Finishing, finishing } from '../runs/finish-run.ts'
import type { RunHost } from '../runs/run-host.ts'
import type { RunOutcome } from '../runs/run-outcome.ts'
import type { HeldRun } from '../runs/table.ts'
import { dropAnswer } from './drop-answer.ts'
import { generateTitle } from './generate-title.ts'
import { readHistory } from './read-history.ts'
import type { Reply } from './reply.ts'
import { openStream } from './stream.ts'

/** A conversation that got no title by so many messages is not looked at again after every answer. */
const YOUNG = 10

const finishReply = defineStatement<Finishing & Answering, MessageRow>(
  'finish_reply',
  sql`with ${finishing(stillInHands)}, ${writingAnswer} select * from saved`,
)

/** Makes a run's answer a message of its conversation: streamed while it grows, saved together with the run's end. */
export function replyHost(
  ctx: OrgContext,
  run: HeldRun,
  reply: Reply,
  options: Pick<RunHost, 'briefing'> & { is_new: boolean; stream_index: number },
): RunHost {
  const { conversation_id, teammate } = reply
  const stream = openStream(ctx, run, reply, options.stream_index)
  let is_young = true

  return {
    ...(options.briefing && { briefing: options.briefing }),
    async history(ctx) {
      const history = options.is_new ? [] : await readHistory(ctx, conversation_id, run)
      is_young = history.length < YOUNG
      return history
    },
    publish: stream.publish,

    async finish(ctx, params, outcome) {
      const shown = stream.end()
      const [message] = await finishReply(ctx.db, {
        ...params,
        ...answering(outcome, shown),
        ended_at: params.ended_at,
      })
      if (!message) {
        await dropAnswer(ctx, run, params)
        return false
      }
      const presented = presentMessage(message, [], teammate)
      const about = { teammate, user_id: reply.user_id }
      await ctx.emit(messageDone, presented, about)
      await ctx.emit(conversationMessageUpdated, presented, about)
      const isInternal = reply.user_id !== null
      if (ctx.ports.config.GENERATE_TITLES && isInternal && is_young && outcome.status === 'completed') {
        generateTitle(ctx, run, reply, message).catch((error) =>
          ctx.log.error({ err: error, conversation_id }, 'no title could be looked for'),
        )
      }
      return true
    },
  }
}

type Shown = { text: string; reasoning: string; tools: ToolCallRecord[]; index: number }

/** A finished answer is the run's output; one that was stopped or failed keeps what had been shown of it. */
function answering(outcome: RunOutcome, shown: Shown): Omit<Answering, 'ended_at'> {
  return {
    message_status: outcome.status === 'failed' ? 'failed' : 'completed',
    content: outcome.status === 'completed' ? outcome.output : shown.text,
    stream_index: shown.index,
    stream_reasoning: shown.reasoning || null,
    stream_tools: shown.tools.length > 0 ? toJson(shown.tools) : null,
    message_error: outcome.status === 'failed' ? outcome.error : null,
  }
}
