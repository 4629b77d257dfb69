import type { Readable } from 'node:stream'
import { and, eq, isNull } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { Reply } from '#platform/route.ts'
import { serveFile } from '../../conversations/files/serve-file.ts'
import { attachments, conversations, messages } from '../../conversations/table.ts'
import { organizations } from '../../organizations/table.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { webchatKey } from '../channel.ts'
import { isSigned } from './attachment-url.ts'

type Signed = { organization_id: string; expired_at: string; sign: string; attachment_id: string }

/** A file of a visitor's conversation, to anyone who has its signed address. A forged one looks like one that is gone. */
export async function serveWebchatAttachment(ctx: Context, signed: Signed): Promise<Reply<Readable>> {
  const { organization_id, attachment_id } = signed
  const [found] = isSigned(ctx, signed)
    ? await ctx.db
        .select({ attachment: attachments, organization: organizations })
        .from(attachments)
        .innerJoin(messages, eq(messages.id, attachments.message_id))
        .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
        .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
        .innerJoin(organizations, eq(organizations.id, attachments.organization_id))
        .where(
          and(
            eq(attachments.id, attachment_id),
            eq(attachments.organization_id, organization_id),
            eq(conversations.channel, webchatKey.channel),
            eq(organizations.status, 'active'),
            isNull(messages.deleted_at),
            isNull(conversations.deleted_at),
            isNull(aiEmployees.deleted_at),
          ),
        )
    : []
  if (!found) throw new AppError('not_found', 'Not found')
  return serveFile(extendContext(ctx, { organization: found.organization }), found.attachment)
}
