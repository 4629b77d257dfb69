import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import type { AttachmentRow } from '../../../conversations/table.ts'
import { requestPlatform, TRANSFER_TIMEOUT_MS } from '../../bots/request-platform.ts'
import type { BotContext } from '../../context.ts'
import { showTchatFile, uploadTchatFile } from '../../jobs.ts'
import { tchatFiles } from '../../table.ts'
import { UploadInfo } from '../activity.ts'
import { refusalOf } from '../connector-call.ts'
import type { TchatAnswer } from '../tchat-answer.ts'
import { fileTextsIn } from './file-texts.ts'
import { findFile } from './find-file.ts'
import { readAttached } from './read-attached.ts'
import { retryDelay } from './retry-delay.ts'
import { postToChat } from './show-uploaded-file.ts'

/** Puts a file where the person lets it, and has it shown in the chat. Safe to call again: nothing happens once it is over. */
export async function uploadAcceptedFile(
  ctx: Context,
  { file_id, attempt }: z.infer<typeof uploadTchatFile.schema>,
): Promise<void> {
  const found = await findFile(ctx, file_id, 'uploading')
  if (!found?.file.upload_sealed) return
  const { file, attachment, ...owner } = found
  const botCtx: BotContext = extendContext(ctx, owner)
  const info = UploadInfo.parse(JSON.parse(ctx.ports.cipher.decrypt(found.file.upload_sealed)))
  const answer = await upload(botCtx, attachment, info)
  const delay = retryDelay(answer, attempt)
  if (delay !== null) {
    await ctx.enqueue(uploadTchatFile, { file_id, attempt: attempt + 1 }, { start_after_seconds: delay })
    return
  }
  const isUploaded = answer.outcome === 'granted'
  const error = isUploaded ? null : describeFailure(answer)
  const isChanged = await botCtx.transaction(async (ctx) => {
    const changed = await ctx.db
      .update(tchatFiles)
      .set({
        state: isUploaded ? 'uploaded' : 'failed',
        upload_sealed: null,
        web_url: isUploaded ? info.contentUrl : null,
        error,
        updated_at: ctx.now(),
      })
      .where(and(eq(tchatFiles.id, file_id), eq(tchatFiles.state, 'uploading')))
      .returning({ id: tchatFiles.id })
    if (changed.length === 0) return false
    const { uniqueId: unique_id, fileType: file_type } = info
    if (isUploaded) await ctx.enqueue(showTchatFile, { file_id, unique_id, file_type, attempt: 1 })
    return true
  })
  if (!isChanged || isUploaded) return
  botCtx.log.warn({ file_id, error }, 'an accepted file could not be uploaded')
  await postToChat(botCtx, file, { type: 'message', text: fileTextsIn(undefined).failed, textFormat: 'plain' })
}

/** The whole file in one request, which may be made again: it replaces what an earlier one has brought. */
async function upload(
  ctx: BotContext,
  attachment: AttachmentRow,
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
  return requestPlatform(
    uploadUrl,
    options,
    async (response): Promise<TchatAnswer<true>> =>
      response.ok ? { outcome: 'granted', value: true } : refusalOf(response, [uploadUrl], ctx.now()),
  )
}

const describeFailure = (answer: TchatAnswer<unknown>): string =>
  'description' in answer ? answer.description : 'The drive asks to wait'
