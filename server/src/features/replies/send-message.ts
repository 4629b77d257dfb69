import { announceContact } from '../conversations/announce-contact.ts'
import { announceOpened, announceOpening } from '../conversations/announce-conversation.ts'
import type { ConversationParties } from '../conversations/define-channel.ts'
import { announceBeginning, announceMessage } from '../conversations/messages/announce-message.ts'
import { presentMessage } from '../conversations/present.ts'
import type { OrgContext } from '../organizations/context.ts'
import { executeRun } from '../runs/execute-run.ts'
import { isImage } from '../runs/files/is-image.ts'
import { answerFlow } from './answers/answer-flow.ts'
import { partiesOfMessage, type SendMessage, type Sent } from './answers/reply.ts'
import { replyHost } from './answers/reply-host.ts'
import { checkReadiness } from './check-readiness.ts'
import type { Accepted } from './messages/accept-message.ts'
import { checkMessage } from './messages/check-message.ts'
import { storeFiles } from './messages/store-files.ts'
import { draftMessage, writeMessage } from './messages/write-message.ts'
import { NOTHING_SHOWN } from './streams/shown-answer.ts'

/**
 * Sends a message to a teammate. The message, its unfinished answer, the run and, where another process is to execute it, its job
 * are one commit. The run then continues whether or not the caller waits.
 */
export async function sendMessage(ctx: OrgContext, sent: SendMessage): Promise<Sent> {
  checkMessage(sent)
  const { teammate, message, reasoning, sender_name, flow = answerFlow(teammate) } = sent
  const own = sent.flow ? [] : await checkReadiness(ctx, teammate, message)
  const candidates = sent.first_candidate ? [sent.first_candidate, ...own] : own
  const files = await storeFiles(ctx, sent)
  const input = {
    message: sent.input_message ?? message,
    attachments: files.filter(isImage),
    ...(reasoning && { reasoning }),
  }
  const { is_debug_mode } = ctx.organization
  const beginning = { ...flow, input, files, depth: 0, is_debug_mode, ...(sender_name && { sender_name }) }
  const { accepted, run, question, answer, attached } = await writeMessage(
    ctx,
    draftMessage(ctx, sent, files, beginning),
  )
  const parties = partiesOfMessage(sent, accepted.contact_channel_id)
  await announceMessage(ctx, presentMessage(question, attached, teammate), parties)
  await announceBeginning(ctx, presentMessage(answer, [], teammate), parties)
  announceSoon(ctx, accepted, parties)

  const stored = { run, question, attached, answer, conversation: accepted.id === null ? null : accepted }
  // Another process executes the run.
  if (run.status !== 'running') return { ...stored, outcome: Promise.resolve(null), files: () => null }
  const reply = { ...parties, conversation_id: accepted.conversation_id }
  const host = replyHost(ctx, run, reply, {
    // The models of a workflow's own steps were not looked up.
    ...(!sent.flow && { briefing: { teammate, candidates } }),
    is_new: accepted.is_new,
    shown: NOTHING_SHOWN,
  })
  const outcome = executeRun(ctx, run, host, beginning)
  // Where the caller does not wait, a failure to write the end would go unnoticed. The lease then ends, and the run is
  // continued.
  outcome.catch((error) => ctx.log.error({ err: error, run_id: run.id }, 'a run could not be ended'))
  return { ...stored, outcome, files: host.files }
}

/** Announces a new conversation and changes of its contact to the inbox; the sender does not wait for it. */
function announceSoon(ctx: OrgContext, accepted: Accepted, parties: ConversationParties): void {
  const { conversation_id, contact_id, is_new, is_contact_changed } = accepted
  const announcements = [
    // An empty conversation that existed may have got a title or a status meanwhile.
    is_new && (accepted.id === null ? announceOpening(ctx, conversation_id) : announceOpened(ctx, accepted, parties)),
    is_contact_changed && announceContact(ctx, contact_id),
  ]
  Promise.all(announcements).catch((error) =>
    ctx.log.error({ err: error, conversation_id }, 'a new conversation or contact could not be announced'),
  )
}
