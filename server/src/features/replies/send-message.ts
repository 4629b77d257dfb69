import { sql } from 'drizzle-orm'
import { defineStatement } from '#platform/db/statement.ts'
import { AppError } from '#platform/error.ts'
import { newId } from '#platform/id.ts'
import { conversationMessageSent, internalMessage } from '../conversations/events.ts'
import { knownPlace, openedPlace, type Place, whereItWent } from '../conversations/message-place.ts'
import { type Opening, openingOf } from '../conversations/open-conversation.ts'
import { presentMessage } from '../conversations/present.ts'
import { type AttachmentRow, attachments } from '../conversations/table.ts'
import { type Asking, messageRowsOf, temporaryTitle, writingQuestion } from '../conversations/write-messages.ts'
import type { OrgContext } from '../organizations/context.ts'
import { executeRun } from '../runs/execute-run.ts'
import { hasNoEffects } from '../runs/record-run.ts'
import { type RunBeginning, runRowOf, type Starting, starting, startingOf } from '../runs/start-run.ts'
import { answerAtOnce } from './answer-at-once.ts'
import { answerMessage } from './jobs.ts'
import { fromPlace, type SendMessage, type Sent, type To } from './reply.ts'
import { replyHost } from './reply-host.ts'

const written = sql`${writingQuestion}, ${starting(fromPlace)} ${whereItWent}`
const acceptKnown = defineStatement<To & Asking & Starting, Place>('accept_known', sql`with ${knownPlace}, ${written}`)
const acceptOpened = defineStatement<Opening & Asking & Starting, Place>(
  'accept_opened',
  sql`with ${openedPlace}, ${written}`,
)

/**
 * A message comes in: it, the place for its answer, the run and, where another process is to execute it, its job are
 * one commit. The run then goes on by itself, whatever becomes of the caller.
 */
export async function sendMessage(ctx: OrgContext, sent: SendMessage): Promise<Sent> {
  const { teammate, files, message, user_id, channel } = sent
  const input = { message, attachments: files, ...(sent.reasoning && { reasoning: sent.reasoning }) }
  const beginning: RunBeginning = { ...sent.flow, input, depth: 0 }
  const [message_id, assistant_message_id] = [newId(), newId()]
  const values = startingOf(ctx, {
    organization_id: ctx.organization.id,
    employee_id: teammate.id,
    conversation_id: null,
    contact_id: null,
    user_id,
    parent_run_id: null,
    channel,
    message_id,
    assistant_message_id,
    is_async: sent.is_async,
    epoch: 0,
    job: answerMessage,
    beginning,
  })
  const asking: Asking & Starting = {
    ...values,
    message_id,
    assistant_message_id,
    channel,
    content: message,
    client_message_id: sent.client_message_id ?? null,
    temporary_title: temporaryTitle(message) ?? temporaryTitle(files[0]?.name ?? ''),
    employee_id: teammate.id,
  }
  if (!sent.is_async && files.length === 0 && hasNoEffects(sent.flow.flow)) {
    return answerAtOnce(ctx, asking, sent, beginning)
  }

  const { place, rows } = await write(ctx, asking, sent)
  const { conversation_id, contact_id, epoch, is_new } = place
  const run = runRowOf({ ...values, conversation_id, contact_id, epoch })
  const { question, answer } = messageRowsOf(asking, place)
  const about = { teammate, user_id }
  const asked = presentMessage(question, rows, teammate)
  await ctx.emit(internalMessage, asked, about)
  await ctx.emit(conversationMessageSent, asked, about)
  await ctx.emit(internalMessage, presentMessage(answer, [], teammate), about)

  const briefing = { teammate, candidates: sent.candidates }
  const host = replyHost(ctx, run, { conversation_id, teammate, user_id }, { briefing, is_new, stream_index: 0 })
  const outcome = run.status === 'running' ? executeRun(ctx, run, host, beginning) : Promise.resolve(null)
  // Nobody may wait for it, and then nobody would hear of a failure to write its end; the lease ends and it is taken over.
  outcome.catch((error) => ctx.log.error({ err: error, run_id: run.id }, 'a run could not be ended'))
  return { run, question, answer, outcome }
}

async function write(
  ctx: OrgContext,
  asking: Asking & Starting,
  sent: SendMessage,
): Promise<{ place: Place; rows: AttachmentRow[] }> {
  if (sent.files.length === 0 && asking.status === 'running')
    return { place: await accept(ctx, asking, sent), rows: [] }
  return ctx.transaction(async (ctx) => {
    const place = await accept(ctx, asking, sent)
    const { organization_id, message_id } = asking
    const values = sent.files.map((file) => ({ ...file, organization_id, message_id }))
    const rows = values.length > 0 ? await ctx.db.insert(attachments).values(values).returning() : []
    if (asking.status === 'queued') await ctx.enqueue(answerMessage, { run_id: asking.run_id })
    return { place, rows }
  })
}

async function accept(ctx: OrgContext, asking: Asking & Starting, { to }: SendMessage): Promise<Place> {
  const [place] =
    'open' in to
      ? await acceptOpened(ctx.db, { ...openingOf(ctx, to.open, titled(asking)), ...asking })
      : await acceptKnown(ctx.db, { ...asking, ...to })
  if (!place) throw new AppError('not_found', 'Conversation not found')
  return place
}

const titled = ({ temporary_title, now }: Asking) => ({ temporary_title, last_message_at: now })
