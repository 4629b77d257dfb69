import type { z } from 'zod'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import type { BotContext } from '../../context.ts'
import { showTchatFile } from '../../jobs.ts'
import type { TchatFileRow } from '../../table.ts'
import { callerOf } from '../bot-caller.ts'
import { type OutgoingActivity, sendActivity } from '../connector-api.ts'
import { findReplyReference, targetOf } from '../reply-reference.ts'
import type { TchatAnswer } from '../tchat-answer.ts'
import { findFile } from './find-file.ts'
import { retryDelay } from './retry-delay.ts'

const INFO_CARD = 'application/vnd.microsoft.teams.card.file.info'

/** Shows a file in its chat, where it was uploaded; what may have arrived is not sent again. */
export async function showUploadedFile(ctx: Context, data: z.infer<typeof showTchatFile.schema>): Promise<void> {
  const found = await findFile(ctx, data.file_id, 'uploaded')
  if (!found?.file.web_url) return
  const { file, attachment, ...owner } = found
  const answer = await postToChat(extendContext(ctx, owner), file, {
    type: 'message',
    attachments: [
      {
        contentType: INFO_CARD,
        contentUrl: found.file.web_url,
        name: attachment.name,
        content: { uniqueId: data.unique_id, fileType: data.file_type },
      },
    ],
  })
  const delay = answer && answer.outcome !== 'unknown' ? retryDelay(answer, data.attempt) : null
  if (delay === null) return
  await ctx.enqueue(showTchatFile, { ...data, attempt: data.attempt + 1 }, { start_after_seconds: delay })
}

/** Null where the chat is not known any more. */
export async function postToChat(
  ctx: BotContext,
  { chat_id }: TchatFileRow,
  activity: OutgoingActivity,
): Promise<TchatAnswer<unknown> | null> {
  const found = await findReplyReference(ctx, ctx.teammate.id, chat_id)
  if (!found) return null
  const answer = await sendActivity(callerOf(ctx, ctx.bot), targetOf(found.reference, chat_id), activity)
  if (answer.outcome !== 'granted') ctx.log.warn({ answer }, 'a message about a file could not be sent')
  return answer
}
