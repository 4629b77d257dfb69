import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { visibleTeammates } from '../../teammates/access.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { type AttachmentRow, attachments, conversations, messages } from '../table.ts'

/** A file of a conversation that the caller may see: who sees the messages sees their files. */
export async function findAttachment(ctx: MemberContext, id: string): Promise<AttachmentRow> {
  const [found] = await ctx.db
    .select({ attachment: attachments })
    .from(attachments)
    .innerJoin(messages, eq(messages.id, attachments.message_id))
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(
      and(
        eq(attachments.id, id),
        eq(attachments.organization_id, ctx.organization.id),
        isNull(messages.deleted_at),
        isNull(conversations.deleted_at),
        visibleTeammates(ctx),
      ),
    )
  if (!found) throw new AppError('not_found', 'File not found')
  return found.attachment
}
