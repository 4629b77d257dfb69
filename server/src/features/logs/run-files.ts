import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { RunDetail } from '#contracts/logged-runs.ts'
import * as logPaths from '#contracts/paths/logs.ts'
import { addressOf } from '#contracts/request.ts'
import { AppError } from '#platform/error.ts'
import { type AttachmentRow, attachments, messages } from '../conversations/table.ts'
import type { MemberContext } from '../organizations/context.ts'
import { listReceivedFiles, listRunFiles } from '../runs/files/list-run-files.ts'
import type { RunRow } from '../runs/table.ts'

type File = Pick<AttachmentRow, 'id' | 'name' | 'mime_type' | 'size' | 'hash' | 'is_encrypted'>

/** What a run was given and what it made, as far as it is kept: files of messages as long as those, others as long as payloads. */
async function readFiles(ctx: MemberContext, run: RunRow): Promise<{ given: File[]; made: File[] }> {
  const message_ids = [run.message_id, run.assistant_message_id].filter((id) => id !== null)
  const [attached, made, received] = await Promise.all([
    message_ids.length === 0
      ? []
      : ctx.db
          .select({ file: attachments })
          .from(attachments)
          .innerJoin(messages, eq(messages.id, attachments.message_id))
          .where(
            and(
              eq(attachments.organization_id, ctx.organization.id),
              inArray(attachments.message_id, message_ids),
              isNull(messages.deleted_at),
            ),
          )
          .orderBy(asc(attachments.id)),
    listRunFiles(ctx, run.id),
    listReceivedFiles(ctx, run.id),
  ])
  const ofAnswer = attached.filter(({ file }) => file.message_id === run.assistant_message_id)
  const known = new Set(made.map(({ id }) => id))
  return {
    given: [...received, ...attached.filter((row) => !ofAnswer.includes(row)).map(({ file }) => file)],
    made: [...made, ...ofAnswer.map(({ file }) => file).filter(({ id }) => !known.has(id))],
  }
}

export async function presentFiles(ctx: MemberContext, run: RunRow): Promise<RunDetail['files']> {
  const { given, made } = await readFiles(ctx, run)
  const present = ({ id, name, mime_type, size }: File, is_generated: boolean) => {
    const params = { organization_id: run.organization_id, run_id: run.id, attachment_id: id }
    return { id, name, mime_type, size, is_generated, url: addressOf(logPaths.openRunFile, { params }) }
  }
  return [...given.map((file) => present(file, false)), ...made.map((file) => present(file, true))]
}

/** 404 alike for a file that does not exist, one that is gone, and one of another run. */
export async function findRunFile(ctx: MemberContext, run: RunRow, id: string): Promise<File> {
  const { given, made } = await readFiles(ctx, run)
  const file = [...given, ...made].find((file) => file.id === id)
  if (!file) throw new AppError('not_found', 'File not found')
  return file
}
