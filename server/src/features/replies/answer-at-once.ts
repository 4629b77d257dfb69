import { sql } from 'drizzle-orm'
import { defineStatement } from '#platform/db/statement.ts'
import { AppError } from '#platform/error.ts'
import { conversationMessageSent, internalMessage } from '../conversations/events.ts'
import { knownPlace, openedPlace, type Place, whereItWent } from '../conversations/message-place.ts'
import { type Opening, openingOf } from '../conversations/open-conversation.ts'
import { presentMessage } from '../conversations/present.ts'
import { type Asking, messageRowsOf, writingExchange } from '../conversations/write-messages.ts'
import type { OrgContext } from '../organizations/context.ts'
import { beginningOf } from '../runs/read-progress.ts'
import { type Recording, recording, rehearseRun } from '../runs/record-run.ts'
import { type RunBeginning, runRowOf, type Starting } from '../runs/start-run.ts'
import { fromPlace, type SendMessage, type Sent } from './reply.ts'

type Exchange = Asking &
  Omit<Recording, keyof Asking> & { message_status: 'completed' | 'failed'; answer: string; generation_ms: number }

const written = sql`${writingExchange}, ${recording(fromPlace)} ${whereItWent}`
const recordKnown = defineStatement<Exchange & { conversation_id: string }, Place>(
  'record_known',
  sql`with ${knownPlace}, ${written}`,
)
const recordOpened = defineStatement<Opening & Exchange, Place>('record_opened', sql`with ${openedPlace}, ${written}`)

/**
 * Answers by a flow that does nothing in the world outside: it is executed first, and then question, answer and run are
 * one commit. There is never an unfinished run that somebody would have to take over.
 */
export async function answerAtOnce(
  ctx: OrgContext,
  asking: Asking & Starting,
  { to, teammate, user_id }: Pick<SendMessage, 'to' | 'teammate' | 'user_id'>,
  beginning: RunBeginning,
): Promise<Sent> {
  const { outcome, recording } = await rehearseRun(ctx, asking, beginningOf(beginning))
  const exchange: Exchange = {
    ...asking,
    ...recording,
    ...placesOf(asking),
    message_status: outcome.status === 'failed' ? 'failed' : 'completed',
    answer: outcome.output,
    generation_ms: recording.ended_at.getTime() - asking.now.getTime(),
  }
  const { temporary_title } = asking
  const [place] =
    'open' in to
      ? await recordOpened(ctx.db, {
          ...openingOf(ctx, to.open, { temporary_title, last_message_at: recording.ended_at }),
          ...exchange,
        })
      : await recordKnown(ctx.db, { ...exchange, ...to })
  if (!place) throw new AppError('not_found', 'Conversation not found')

  const { question, answer } = messageRowsOf(asking, place)
  const { message_status: status, ended_at: completed_at, error, generation_ms } = exchange
  const said = { ...answer, status, content: outcome.output, completed_at, error, generation_ms }
  const about = { teammate, user_id }
  for (const row of [question, said]) {
    const presented = presentMessage(row, [], teammate)
    await ctx.emit(internalMessage, presented, about)
    await ctx.emit(conversationMessageSent, presented, about)
  }
  const { conversation_id, contact_id, epoch } = place
  const run = { ...runRowOf({ ...asking, conversation_id, contact_id, epoch }), status: outcome.status, completed_at }
  return { run, question, answer: said, outcome: Promise.resolve(outcome) }
}

/** A run may answer no message and belong to no teammate; this one does. */
const placesOf = ({ message_id, assistant_message_id, channel, employee_id }: Asking) => ({
  message_id,
  assistant_message_id,
  channel,
  employee_id,
})
