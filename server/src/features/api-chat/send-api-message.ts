import type { GeneratedFile, SendApiMessage } from '#contracts/api-chat.ts'
import { AppError } from '#platform/error.ts'
import { validationError } from '#platform/http/errors.ts'
import type { OrgContext } from '../organizations/context.ts'
import { askOnce } from '../replies/ask-once.ts'
import { receiveMessage } from '../replies/receive-message.ts'
import { waitForRun } from '../replies/wait-for-run.ts'
import { listRunFiles } from '../runs/files/list-run-files.ts'
import { readResult } from '../runs/log/read-result.ts'
import { type Executed, errorOfFailure } from '../runs/run-outcome.ts'
import type { RunRow } from '../runs/table.ts'
import type { TeammateKeyContext } from '../teammates/context.ts'
import { openChannelKey, privateApi } from './channel.ts'
import { readGeneratedFiles } from './read-generated-files.ts'

type Answered = {
  /** Null while an operator has the conversation. */
  run: RunRow | null
  message_id: string | null
  text: string | null
  saved: boolean
  files: GeneratedFile[]
}

/** One message to a teammate: into a saved chat when the caller names conversation and contact, else a one-off. */
export async function sendApiMessage(
  ctx: TeammateKeyContext,
  body: SendApiMessage,
  releaseBody: () => void,
): Promise<Answered> {
  const { teammate } = ctx
  /** The files are stored, and the answer may take minutes: they are not kept in memory for it. */
  const dropFiles = () => {
    body.attachments.length = 0
    releaseBody()
  }
  if (!body.conversation !== !body.contact) {
    const path = body.conversation ? 'contact' : 'conversation'
    throw validationError([{ path, message: 'Send both conversation and contact, or neither' }])
  }
  const key = openChannelKey(body.channel)
  const { message, attachments, is_async } = body

  if (!body.conversation || !body.contact) {
    const { run, outcome } = await askOnce(ctx, {
      teammate,
      channel: privateApi,
      name: body.channel,
      message,
      attachments,
      is_async,
    })
    dropFiles()
    const text = is_async ? null : await textOf(ctx, run, outcome)
    const files = is_async ? [] : await readGeneratedFiles(ctx, await listRunFiles(ctx, run.id))
    return { run, message_id: run.message_id, text, saved: false, files }
  }

  const { id: conversation_id } = body.conversation
  const { id: contact_id = `conversation:${teammate.id}:${conversation_id}`, ...contact } = body.contact
  const sent = await receiveMessage(ctx, {
    teammate,
    channel: privateApi,
    key,
    to: { open: { contact_external_id: contact_id, contact, external_id: conversation_id } },
    opens_current: false,
    user_id: null,
    message,
    attachments,
    is_async,
  })
  dropFiles()
  const message_id = sent.question.id
  if (!sent.run || is_async) return { run: sent.run, message_id, text: null, saved: true, files: [] }
  const { run, outcome, files } = sent
  const text = await textOf(ctx, run, outcome)
  const made = files() ?? (await listRunFiles(ctx, run.id))
  return { run, message_id, text, saved: true, files: await readGeneratedFiles(ctx, made) }
}

/** What a synchronous caller gets, wherever the run is executed. */
async function textOf(ctx: OrgContext, run: RunRow, outcome: Promise<Executed>): Promise<string | null> {
  const ended = await outcome.catch(() => null)
  if (ended?.status === 'completed') return ended.output
  const row = await waitForRun(ctx, run, outcome)
  // The person it waits for may take days; the run is asked for later.
  if (row.status === 'suspended') return null
  if (row.status === 'completed') return String((await readResult(ctx, row)) ?? '')
  if (row.status === 'cancelled') throw new AppError('conflict', 'The answer was stopped', { code: 'RUN_CANCELLED' })
  throw errorOfFailure(row)
}
