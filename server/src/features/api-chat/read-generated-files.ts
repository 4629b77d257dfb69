import { buffer } from 'node:stream/consumers'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { GeneratedFile } from '#contracts/api-chat.ts'
import { definePrepared } from '#platform/db/prepared.ts'
import { openAttachment } from '../conversations/open-attachment.ts'
import { attachments } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'

const filesOf = definePrepared((db) =>
  db
    .select()
    .from(attachments)
    .where(
      and(
        eq(attachments.organization_id, sql.placeholder('organization_id')),
        eq(attachments.message_id, sql.placeholder('message_id')),
      ),
    )
    .orderBy(asc(attachments.id))
    .prepare('files_of_a_message'),
)

/** The files of an answer, whole; those that are encrypted at rest are read in plain. */
export async function readGeneratedFiles(ctx: OrgContext, message_id: string | null): Promise<GeneratedFile[]> {
  if (message_id === null) return []
  const files = await filesOf(ctx.db).execute({ organization_id: ctx.organization.id, message_id })
  return Promise.all(
    files.map(async (file) => {
      const data = await buffer(await openAttachment(ctx, file))
      return { name: file.name, mime_type: file.mime_type, size: file.size, data: data.toString('base64') }
    }),
  )
}
