import type { InboundAttachment } from '#contracts/conversations.ts'
import type { ChannelDefinition } from '../conversations/define-channel.ts'
import type { OrgContext } from '../organizations/context.ts'
import { executeRun } from '../runs/execute-run.ts'
import { isImage } from '../runs/files/is-image.ts'
import { continueDetachedRun } from '../runs/jobs.ts'
import { quietHost } from '../runs/run-host.ts'
import type { Executed } from '../runs/run-outcome.ts'
import { type RunBeginning, startRun } from '../runs/start-run.ts'
import type { LeasedRun } from '../runs/table.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { answerFlow } from './answers/answer-flow.ts'
import { checkReadiness } from './check-readiness.ts'
import { checkMessage } from './messages/check-message.ts'
import { storeFiles } from './messages/store-files.ts'

type AskOnce = {
  teammate: TeammateRow
  channel: ChannelDefinition
  /** The caller's name for its channel. */
  name: string
  message: string
  attachments: InboundAttachment[]
  is_async: boolean
}

/** Answers a question without a conversation: only the run is saved. */
export async function askOnce(
  ctx: OrgContext,
  { teammate, channel, name, message, attachments, is_async }: AskOnce,
): Promise<{ run: LeasedRun; outcome: Promise<Executed> }> {
  checkMessage({ message, attachments, channel })
  const candidates = await checkReadiness(ctx, teammate, message)
  const files = await storeFiles(ctx, { attachments, channel })
  const beginning: RunBeginning = {
    ...answerFlow(teammate),
    input: { message, attachments: files.filter(isImage) },
    files,
    depth: 0,
    is_debug_mode: ctx.organization.is_debug_mode,
  }
  const run = await startRun(ctx, {
    organization_id: ctx.organization.id,
    employee_id: teammate.id,
    conversation_id: null,
    contact_id: null,
    user_id: null,
    parent_run_id: null,
    channel: name,
    message_id: null,
    assistant_message_id: null,
    is_async,
    epoch: 0,
    job: continueDetachedRun,
    beginning,
  })
  const host = { ...quietHost, briefing: { teammate, candidates } }
  const outcome = run.status === 'running' ? executeRun(ctx, run, host, beginning) : Promise.resolve(null)
  outcome.catch((error) => ctx.log.error({ err: error, run_id: run.id }, 'a run could not be ended'))
  return { run, outcome }
}
