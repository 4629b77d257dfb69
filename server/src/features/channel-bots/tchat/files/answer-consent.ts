import { and, eq } from 'drizzle-orm'
import type { TchatContext } from '../../context.ts'
import { uploadTchatFile } from '../../jobs.ts'
import { type TchatFileRow, tchatFiles } from '../../table.ts'
import { FileConsentAnswer, type TchatActivity } from '../activity.ts'
import { isAllowedAddress } from '../allowed-hosts.ts'
import { callerOf } from '../bot-caller.ts'
import { deleteActivity, sendActivity } from '../connector-api.ts'
import { chatIdOf } from '../read-activity.ts'
import { targetOfActivity } from '../reply-reference.ts'
import { fileTextsIn } from './file-texts.ts'

/**
 * A person has accepted or declined a file. Teams waits for some seconds only, so an accepted file is uploaded by a job. An
 * answer that comes again, or to a file of another chat or teammate, changes nothing.
 */
export async function answerConsent(ctx: TchatContext, activity: TchatActivity): Promise<void> {
  const parsed = FileConsentAnswer.safeParse(activity.value)
  if (!parsed.success) {
    ctx.log.warn({ issues: parsed.error.issues }, 'an answer to a file consent card could not be read')
    return
  }
  removeCard(ctx, activity)
  const answer = parsed.data
  if (answer.action === 'decline') {
    const declined = await changePending(ctx, activity, answer, { state: 'declined' })
    if (declined) await notify(ctx, activity, fileTextsIn(activity.locale).declined)
    return
  }
  const { uploadInfo } = answer
  if (!isAllowedAddress(uploadInfo.uploadUrl, ctx.ports.config.TCHAT_ALLOWED_FILE_HOSTS)) {
    const error = 'The place for the file is at a host that is not listed in TCHAT_ALLOWED_FILE_HOSTS'
    const failed = await changePending(ctx, activity, answer, { state: 'failed', error })
    if (failed) await notify(ctx, activity, fileTextsIn(activity.locale).failed)
    return
  }
  await ctx.transaction(async (ctx) => {
    const upload_sealed = ctx.ports.cipher.encrypt(JSON.stringify(uploadInfo))
    const accepted = await changePending(ctx, activity, answer, { state: 'uploading', upload_sealed })
    if (accepted) await ctx.enqueue(uploadTchatFile, { file_id: accepted.id, attempt: 1 })
  })
}

/** Null where the file is no longer pending, or was not offered by this bot in this chat. */
async function changePending(
  ctx: TchatContext,
  activity: TchatActivity,
  { context }: FileConsentAnswer,
  changes: Partial<TchatFileRow>,
): Promise<TchatFileRow | null> {
  const [row] = await ctx.db
    .update(tchatFiles)
    .set({ ...changes, updated_at: ctx.now() })
    .where(
      and(
        eq(tchatFiles.id, context.file_id),
        eq(tchatFiles.organization_id, ctx.organization.id),
        eq(tchatFiles.employee_id, ctx.bot.employee_id),
        eq(tchatFiles.chat_id, chatIdOf(activity)),
        eq(tchatFiles.state, 'pending'),
      ),
    )
    .returning()
  return row ?? null
}

/** Teams leaves the buttons of an answered card as they are. Best effort, because Teams shows a failure to a person who waits. */
function removeCard(ctx: TchatContext, activity: TchatActivity): void {
  if (activity.replyToId === undefined) return
  deleteActivity(callerOf(ctx, ctx.bot), targetOfActivity(activity), activity.replyToId).then(
    (answer) => answer.outcome !== 'granted' && ctx.log.warn({ answer }, 'an answered card could not be removed'),
    (error) => ctx.log.error({ err: error }, 'an answered card could not be removed'),
  )
}

async function notify(ctx: TchatContext, activity: TchatActivity, text: string): Promise<void> {
  const answer = await sendActivity(callerOf(ctx, ctx.bot), targetOfActivity(activity), {
    type: 'message',
    text,
    textFormat: 'plain',
  })
  if (answer.outcome !== 'granted') ctx.log.warn({ answer }, 'a notice about a file could not be sent')
}
