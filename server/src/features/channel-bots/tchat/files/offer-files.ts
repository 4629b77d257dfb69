import { and, eq, inArray } from 'drizzle-orm'
import type { AttachmentRow } from '../../../conversations/table.ts'
import type { OrgContext } from '../../../organizations/context.ts'
import type { TeammateRow } from '../../../teammates/table.ts'
import { tchatFiles } from '../../table.ts'
import type { OutgoingActivity } from '../connector-api.ts'

const CONSENT_CARD = 'application/vnd.microsoft.teams.card.file.consent'

/** A card for each file, by which the person lets the bot put it into their drive; the same ones at each attempt. */
export async function offerFiles(
  ctx: OrgContext,
  teammate: TeammateRow,
  chat_id: string,
  files: readonly AttachmentRow[],
): Promise<OutgoingActivity[]> {
  const organization_id = ctx.organization.id
  const now = ctx.now()
  const values = files.map(({ id: attachment_id }) => ({
    organization_id,
    employee_id: teammate.id,
    attachment_id,
    chat_id,
    state: 'pending' as const,
    created_at: now,
    updated_at: now,
  }))
  await ctx.db.insert(tchatFiles).values(values).onConflictDoNothing()
  const ids = files.map(({ id }) => id)
  const offers = await ctx.db
    .select({ id: tchatFiles.id, attachment_id: tchatFiles.attachment_id })
    .from(tchatFiles)
    .where(and(eq(tchatFiles.organization_id, organization_id), inArray(tchatFiles.attachment_id, ids)))
  return files.flatMap(({ id, name, size }) => {
    const offer = offers.find(({ attachment_id }) => attachment_id === id)
    if (!offer) return []
    const context = { file_id: offer.id }
    const content = { description: name, sizeInBytes: size, acceptContext: context, declineContext: context }
    return [{ type: 'message', attachments: [{ contentType: CONSENT_CARD, name, content }] }]
  })
}
