import type { OrgContext } from '../../organizations/context.ts'
import { type AttachmentRow, attachments } from '../table.ts'

/** Attaches stored files to a message. */
export async function attachFiles(
  ctx: OrgContext,
  message_id: string,
  files: Pick<AttachmentRow, 'name' | 'mime_type' | 'size' | 'hash' | 'is_encrypted'>[],
): Promise<AttachmentRow[]> {
  if (files.length === 0) return []
  const organization_id = ctx.organization.id
  const values = files.map((file) => ({ ...file, organization_id, message_id }))
  return ctx.db.insert(attachments).values(values).returning()
}
