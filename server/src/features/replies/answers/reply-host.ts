import { toJson } from '#platform/db/columns.ts'
import type { ParametersOf } from '#platform/db/statement.ts'
import { deliveryDue } from '../../conversations/events.ts'
import { announceAnswer } from '../../conversations/messages/announce-message.ts'
import { endEscalation } from '../../conversations/operators/end-escalation.ts'
import { presentMessage } from '../../conversations/present.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { RunEnd } from '../../runs/finish-run.ts'
import type { RunHost } from '../../runs/run-host.ts'
import type { RunOutcome } from '../../runs/run-outcome.ts'
import type { LeasedRun } from '../../runs/table.ts'
import { waitForOperator } from '../messages/wait-for-operator.ts'
import { AnswerStream } from '../streams/answer-stream.ts'
import type { Shown, ShownBefore } from '../streams/shown-answer.ts'
import { generateTitle } from '../titles/generate-title.ts'
import { dropAnswer } from './drop-answer.ts'
import { type answerParameters, type FinishedAnswer, finishAnswer } from './finish-answer.ts'
import { readHistory } from './read-history.ts'
import type { Reply } from './reply.ts'

/** A conversation that got no title by so many messages is not looked at again after every answer. */
const TITLED_WITHIN_MESSAGES = 10

/** Makes a run's answer a message of its conversation: streamed while it grows, saved together with the run's end. */
export function replyHost(
  ctx: OrgContext,
  run: LeasedRun,
  reply: Reply,
  options: Pick<RunHost, 'briefing'> & { is_new: boolean; shown: ShownBefore },
): RunHost & { files(): FinishedAnswer['files'] | null } {
  const { conversation_id, ...parties } = reply
  const { teammate } = parties
  const stream = new AnswerStream(ctx, run, reply, options.shown)
  const atWork = new AbortController()
  parties.channel
    .showWork?.(ctx, conversation_id, parties, atWork.signal)
    .catch((error) => ctx.log.warn({ err: error, conversation_id }, 'it could not be shown that a teammate is at work'))
  let isYoung = true
  let files: FinishedAnswer['files'] | null = null

  return {
    ...(options.briefing && { briefing: options.briefing }),
    async history(ctx) {
      const history = options.is_new ? [] : await readHistory(ctx, conversation_id, run)
      isYoung = history.length < TITLED_WITHIN_MESSAGES
      return history
    },
    publish: (piece) => stream.publish(piece),
    waits: (awaited) => stream.wait(awaited),
    left() {
      atWork.abort()
      stream.close()
    },
    /** The files of the answer, once this process has finished it. */
    files: () => files,

    async finish(ctx, end, outcome) {
      atWork.abort()
      // Before any transaction: it waits for writes that are made outside of it.
      using shown = await stream.end()
      if (outcome.status !== 'failed' || !parties.channel.asksOperator) return await write(ctx, end, outcome, shown)
      return await ctx.transaction(async (ctx) => {
        const isWritten = await write(ctx, end, outcome, shown)
        if (isWritten) await waitForOperator(ctx, conversation_id, parties)
        return isWritten
      })
    },
  }

  async function write(
    ctx: OrgContext,
    end: RunEnd,
    outcome: RunOutcome,
    shown: Awaited<ReturnType<typeof stream.end>>,
  ): Promise<boolean> {
    const answer = { ...answerOf(outcome, shown), is_searchable: parties.channel.searchable }
    const [message] = await finishAnswer(ctx.db, { ...end, ...answer })
    if (!message) {
      await dropAnswer(ctx, run, end, parties, shown.emitted)
      return false
    }
    files = message.files
    await announceAnswer(ctx, presentMessage(message, message.files, teammate, shown.large), parties)
    if (message.is_escalated && outcome.status === 'completed') await endEscalation(ctx, conversation_id, parties)
    if (message.is_to_deliver)
      await ctx.emit(deliveryDue, { organization_id: ctx.organization.id, message_id: message.id })
    if (ctx.ports.config.GENERATE_TITLES && parties.channel.titled && isYoung && outcome.status === 'completed') {
      generateTitle(ctx, run, reply, message).catch((error) =>
        ctx.log.error({ err: error, conversation_id }, 'no title could be looked for'),
      )
    }
    return true
  }
}

/** An answer is the text that its steps published, or the run's output where they published none. */
function answerOf(outcome: RunOutcome, shown: Shown): Omit<ParametersOf<typeof answerParameters>, 'is_searchable'> {
  return {
    message_status: outcome.status === 'failed' ? 'failed' : 'completed',
    content: shown.text || outcome.output,
    stream_index: shown.index,
    stream_reasoning: shown.reasoning || null,
    stream_tools: shown.tools.length > 0 ? toJson(shown.tools) : null,
    is_stopped: outcome.status === 'cancelled',
  }
}
