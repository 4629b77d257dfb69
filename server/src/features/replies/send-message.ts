import { announceContact } from '../conversations/announce-contact.ts'
import { announceOpening } from '../conversations/announce-conversation.ts'
import { announceBeginning, announceMessage } from '../conversations/announce-message.ts'
import { presentMessage } from '../conversations/present.ts'
import type { Candidate } from '../models/resolve-models.ts'
import type { OrgContext } from '../organizations/context.ts'
import { releaseSlot } from '../runs/dispatch-runs.ts'
import { announceRun } from '../runs/events.ts'
import { executeInMemory, hasNoEffects } from '../runs/execute-in-memory.ts'
import { executeRun } from '../runs/execute-run.ts'
import type { MessageLocation } from './accept-message.ts'
import { answerFlow } from './answer-flow.ts'
import { checkMessage } from './check-message.ts'
import { checkReadiness } from './check-readiness.ts'
import { aboutMessage, type SendMessage, type Sent } from './reply.ts'
import { replyHost } from './reply-host.ts'
import { storeFiles } from './store-files.ts'
import { NOTHING_SHOWN } from './stream.ts'
import { type Draft, draftMessage, writeMessage } from './write-message.ts'

/**
 * A message comes in: it, its unfinished answer, the run and, where another process is to execute it, its job are
 * one commit. The run then continues by itself, whether or not the caller waits.
 */
export async function sendMessage(ctx: OrgContext, sent: SendMessage): Promise<Sent> {
  checkMessage(sent)
  const candidates = sent.flow ? [] : await checkReadiness(ctx, sent.teammate, sent.message)
  const files = await storeFiles(ctx, sent)
  const { message, reasoning, flow = answerFlow(sent.teammate) } = sent
  const input = { message, attachments: files, ...(reasoning && { reasoning }) }
  const is_debug_mode = ctx.organization.is_debug_mode
  const draft = () => draftMessage(ctx, sent, files, { ...flow, input, files, depth: 0, is_debug_mode })
  const isAnsweredAtOnce = !sent.is_async && files.length === 0 && hasNoEffects(ctx, flow.flow)
  const answered = isAnsweredAtOnce ? await answerAtOnce(ctx, draft()) : null
  return answered ?? startAnswer(ctx, draft(), candidates)
}

/** Writes the message and starts the run that answers it. */
async function startAnswer(ctx: OrgContext, draft: Draft, candidates: Candidate[]): Promise<Sent> {
  const { teammate } = draft.sent
  const { location, run, question, answer, attached } = await writeMessage(ctx, draft)
  const about = aboutMessage(draft.sent, location.contact_channel_id)
  await announceMessage(ctx, presentMessage(question, attached, teammate), about)
  await announceBeginning(ctx, presentMessage(answer, [], teammate), about)
  announceSoon(ctx, location)

  // Another process streams and ends it.
  if (run.status !== 'running') return { run, question, answer, outcome: Promise.resolve(null), files: () => null }
  const reply = { ...about, conversation_id: location.conversation_id }
  const host = replyHost(ctx, run, reply, {
    // Of a flow's own steps nothing was looked up.
    ...(!draft.sent.flow && { briefing: { teammate, candidates } }),
    is_new: location.is_new,
    shown: NOTHING_SHOWN,
  })
  const outcome = executeRun(ctx, run, host, draft.beginning)
  // Nobody may wait for it, and then nobody would hear of a failure to write its end; the lease ends and it is taken over.
  outcome.catch((error) => ctx.log.error({ err: error, run_id: run.id }, 'a run could not be ended'))
  return { run, question, answer, outcome, files: host.files }
}

/**
 * Answers by a flow that changes nothing outside: it is executed first, and then question, answer and run are written
 * together. There is never an unfinished run that another process would have to take over. Null where it is too much for that.
 */
async function answerAtOnce(ctx: OrgContext, draft: Draft): Promise<Sent | null> {
  releaseSlot(ctx, draft.run.run_id)
  const known = await executeInMemory(ctx, draft.run, draft.beginning)
  if (!known) return null
  const { outcome } = known
  const { location, run, question, answer } = await writeMessage(ctx, draft, known)
  const about = aboutMessage(draft.sent, location.contact_channel_id)
  for (const row of [question, answer]) {
    await announceMessage(ctx, presentMessage(row, [], draft.sent.teammate), about)
  }
  announceSoon(ctx, location)
  await announceRun(ctx, run, outcome.status)
  return { run, question, answer, outcome: Promise.resolve(outcome), files: () => [] }
}

/** The inbox hears of a new conversation and of what is new of its contact; whoever wrote does not wait for that. */
function announceSoon(ctx: OrgContext, location: MessageLocation): void {
  const { conversation_id, contact_id } = location
  const told = [
    location.is_new && announceOpening(ctx, conversation_id),
    location.is_contact_changed && announceContact(ctx, contact_id),
  ]
  Promise.all(told).catch((error) =>
    ctx.log.error({ err: error, conversation_id }, 'a new conversation or contact could not be announced'),
  )
}
