import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { attachments } from '../../../conversations/table.ts'
import { organizations } from '../../../organizations/table.ts'
import { aiEmployees } from '../../../teammates/table.ts'
import { requestPlatform, TRANSFER_TIMEOUT_MS } from '../../bots/request-platform.ts'
import type { BotContext } from '../../context.ts'
import { channelBots, type TchatFileRow, tchatFiles } from '../../table.ts'
import { UploadInfo } from '../activity.ts'
import { callerOf } from '../bot-caller.ts'
import { type OutgoingActivity, sendActivity } from '../connector-api.ts'
import { refusalOf } from '../connector-call.ts'
import { findReplyReference, placeOf } from '../reply-reference.ts'
import type { TchatAnswer } from '../tchat-answer.ts'
import { fileTextsIn } from './file-texts.ts'
import { readAttached } from './read-attached.ts'

const INFO_CARD = 'application/vnd.microsoft.teams.card.file.info'
const MAX_ATTEMPTS = 3
const PAUSE_MS = 1000

type Accepted = Awaited<ReturnType<typeof findAccepted>>

/** Puts a file where the person lets it, and shows it in the chat. Safe to call again: nothing happens once it is over. */
export async function uploadAcceptedFile(ctx: Context, { file_id }: { file_id: string }): Promise<void> {
  const found = await findAccepted(ctx, file_id)
  if (!found?.file.upload_sealed) return
  const { file, attachment, ...owner } = found
  const own: BotContext = extendContext(ctx, owner)
  const info = UploadInfo.parse(JSON.parse(ctx.ports.cipher.decrypt(found.file.upload_sealed)))
  const answer = await upload(own, attachment, info)
  const isUploaded = answer.outcome === 'granted'
  const error = isUploaded ? null : describeFailure(answer)
  const [changed] = await own.db
    .update(tchatFiles)
    .set({
      state: isUploaded ? 'uploaded' : 'failed',
      upload_sealed: null,
      web_url: isUploaded ? info.contentUrl : null,
      error,
      updated_at: own.now(),
    })
    .where(and(eq(tchatFiles.id, file_id), eq(tchatFiles.state, 'uploading')))
    .returning()
  if (!changed) return
  if (error !== null) own.log.warn({ file_id, error }, 'an accepted file could not be uploaded')
  await show(own, file, isUploaded ? infoCard(attachment.name, info) : failureNotice)
}

async function findAccepted(ctx: Context, file_id: string) {
  const [found] = await ctx.db
    .select({
      file: tchatFiles,
      attachment: attachments,
      bot: channelBots,
      teammate: aiEmployees,
      organization: organizations,
    })
    .from(tchatFiles)
    .innerJoin(
      attachments,
      and(eq(attachments.id, tchatFiles.attachment_id), eq(attachments.organization_id, tchatFiles.organization_id)),
    )
    .innerJoin(channelBots, and(eq(channelBots.employee_id, tchatFiles.employee_id), eq(channelBots.channel, 'tchat')))
    .innerJoin(aiEmployees, and(eq(aiEmployees.id, tchatFiles.employee_id), isNull(aiEmployees.deleted_at)))
    .innerJoin(organizations, eq(organizations.id, tchatFiles.organization_id))
    .where(and(eq(tchatFiles.id, file_id), eq(tchatFiles.state, 'uploading')))
  return found ?? null
}

/** The whole file in one request, which may be made again: it replaces what an earlier one has brought. */
async function upload(
  ctx: BotContext,
  attachment: NonNullable<Accepted>['attachment'],
  { uploadUrl }: UploadInfo,
): Promise<TchatAnswer<true>> {
  let bytes: Buffer
  try {
    bytes = await readAttached(ctx, attachment)
  } catch (error) {
    ctx.log.warn({ err: error }, 'an accepted file could not be read')
    return { outcome: 'refused', status: 404, code: 'FileUnavailable', description: 'The file could not be read' }
  }
  const init = {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: {
      'content-type': 'application/octet-stream',
      'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}`,
    },
  }
  const options = { init, timeoutMs: TRANSFER_TIMEOUT_MS, signal: undefined, secrets: [uploadUrl] }
  for (let attempt = 1; ; attempt++) {
    const answer = await requestPlatform(
      uploadUrl,
      options,
      async (response): Promise<TchatAnswer<true>> =>
        response.ok ? { outcome: 'granted', value: true } : refusalOf(response, [uploadUrl], ctx.now()),
    )
    if (answer.outcome === 'granted' || answer.outcome === 'refused' || attempt === MAX_ATTEMPTS) return answer
    await sleep(PAUSE_MS * attempt)
  }
}

const describeFailure = (answer: TchatAnswer<unknown>): string =>
  'description' in answer ? answer.description : 'The drive asks to wait'

const infoCard = (name: string, { contentUrl, uniqueId, fileType }: UploadInfo): OutgoingActivity => ({
  type: 'message',
  attachments: [{ contentType: INFO_CARD, contentUrl, name, content: { uniqueId, fileType } }],
})

const failureNotice: OutgoingActivity = { type: 'message', text: fileTextsIn(undefined).failed, textFormat: 'plain' }

async function show(ctx: BotContext, { chat_id }: TchatFileRow, activity: OutgoingActivity): Promise<void> {
  const found = await findReplyReference(ctx, ctx.teammate.id, chat_id)
  if (!found) return
  const answer = await sendActivity(callerOf(ctx, ctx.bot), placeOf(found.reference, chat_id), activity)
  if (answer.outcome !== 'granted') ctx.log.warn({ answer }, 'an uploaded file could not be shown')
}
