import { and, eq } from 'drizzle-orm'
import { NotYetDeliverableError, PreparationError } from '../../../conversations/define-channel.ts'
import type { AttachmentRow } from '../../../conversations/table.ts'
import type { OrgContext } from '../../../organizations/context.ts'
import type { TeammateRow } from '../../../teammates/table.ts'
import { tchatFiles } from '../../table.ts'
import { getTeam } from '../connector-api.ts'
import type { TchatCaller } from '../connector-call.ts'
import { type FilesFolder, getFilesFolder, uploadToFolder } from '../graph-api.ts'
import type { ReplyReference } from '../reply-reference.ts'
import type { TchatAnswer } from '../tchat-answer.ts'
import { readAttached } from './read-attached.ts'

export type ChannelTarget = { chat_id: string; reference: ReplyReference }

/**
 * Puts files into the files folder of a channel; answers with their list as Markdown. Files that an earlier attempt has put there
 * are not put there again. Throws where one cannot be: then nothing of the message is sent.
 */
export async function uploadToChannel(
  ctx: OrgContext,
  caller: TchatCaller,
  teammate: TeammateRow,
  target: ChannelTarget,
  files: readonly AttachmentRow[],
): Promise<string> {
  let folder: FilesFolder | null = null
  const lines = ['Files:']
  for (const file of files) {
    let web_url = await findUploaded(ctx, file)
    if (web_url === null) {
      folder ??= await findFolder(caller, target)
      web_url = required(await uploadToFolder(caller, folder, { ...file, bytes: await readAttached(ctx, file) }))
      await saveUploaded(ctx, teammate, target, file, web_url)
    }
    lines.push(`- [${file.name.replaceAll(/[[\]\\]/g, '\\$&')}](${web_url.replaceAll(')', '%29')})`)
  }
  return lines.join('\n')
}

async function findFolder(caller: TchatCaller, { chat_id, reference }: ChannelTarget): Promise<FilesFolder> {
  const group_id = reference.group_id ?? (await findGroup(caller, reference))
  return required(await getFilesFolder(caller, { group_id, channel_id: chat_id }))
}

/** Messages mostly leave out by what Graph knows the team. */
async function findGroup(caller: TchatCaller, { service_url, team_id }: ReplyReference): Promise<string> {
  if (team_id === undefined) throw new PreparationError('The team of the channel is not known')
  const { aadGroupId } = required(await getTeam(caller, service_url, team_id))
  if (aadGroupId === undefined) throw new PreparationError('The group of the team is not known')
  return aadGroupId
}

async function findUploaded({ db, organization }: OrgContext, { id }: AttachmentRow): Promise<string | null> {
  const [row] = await db
    .select({ web_url: tchatFiles.web_url })
    .from(tchatFiles)
    .where(and(eq(tchatFiles.organization_id, organization.id), eq(tchatFiles.attachment_id, id)))
  return row?.web_url ?? null
}

async function saveUploaded(
  ctx: OrgContext,
  teammate: TeammateRow,
  { chat_id }: ChannelTarget,
  { id: attachment_id }: AttachmentRow,
  web_url: string,
): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .insert(tchatFiles)
    .values({
      organization_id: ctx.organization.id,
      employee_id: teammate.id,
      attachment_id,
      chat_id,
      state: 'uploaded',
      web_url,
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing()
}

function required<T>(answer: TchatAnswer<T>): T {
  if (answer.outcome === 'granted') return answer.value
  if (answer.outcome === 'limited') {
    throw new NotYetDeliverableError('Microsoft Graph asks to wait', answer.retry_after_seconds)
  }
  if (answer.outcome === 'refused') throw new PreparationError(`A file could not be uploaded: ${answer.description}`)
  // An upload may be made again: it lies beside the first one under another name at worst.
  const description = `A file could not be uploaded: ${answer.description}`
  throw new NotYetDeliverableError(description, 'retry_after_seconds' in answer ? (answer.retry_after_seconds ?? 0) : 0)
}
