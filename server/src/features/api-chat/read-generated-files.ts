import { buffer } from 'node:stream/consumers'
import { and, asc, eq } from 'drizzle-orm'
import type { GeneratedFile } from '#contracts/api-chat.ts'
import { type AttachmentRow, attachments } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { openAttachedBytes } from '../storage/open-bytes.ts'

type File = Pick<AttachmentRow, 'name' | 'mime_type' | 'size' | 'hash' | 'is_encrypted'>

/** The files of an answer, as they are stored on it. */
export async function listAnswerFiles(ctx: OrgContext, message_id: string | null): Promise<File[]> {
  if (message_id === null) return []
  return ctx.db
    .select()
    .from(attachments)
    .where(and(eq(attachments.organization_id, ctx.organization.id), eq(attachments.message_id, message_id)))
    .orderBy(asc(attachments.id))
}

/** Files whole, as base64; those that are encrypted at rest are read in plain. */
export function readGeneratedFiles(ctx: OrgContext, files: File[]): Promise<GeneratedFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const data = await buffer(await openAttachedBytes(ctx, file))
      return { name: file.name, mime_type: file.mime_type, size: file.size, data: data.toString('base64') }
    }),
  )
}
