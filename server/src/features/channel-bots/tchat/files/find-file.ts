import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { attachments } from '../../../conversations/table.ts'
import { organizations } from '../../../organizations/table.ts'
import { aiEmployees } from '../../../teammates/table.ts'
import { channelBots, type TchatFileRow, tchatFiles } from '../../table.ts'

/** A file that was offered, while it is in this state, with the bot that offered it; null where that bot is gone. */
export async function findFile(ctx: Context, file_id: string, state: TchatFileRow['state']) {
  const [found] = await ctx.db
    .select({
      file: tchatFiles,
      attachment: attachments,
      bot: channelBots,
      teammate: aiEmployees,
      organization: organizations,
    })
    .from(tchatFiles)
    .innerJoin(
      attachments,
      and(eq(attachments.id, tchatFiles.attachment_id), eq(attachments.organization_id, tchatFiles.organization_id)),
    )
    .innerJoin(channelBots, and(eq(channelBots.employee_id, tchatFiles.employee_id), eq(channelBots.channel, 'tchat')))
    .innerJoin(aiEmployees, and(eq(aiEmployees.id, tchatFiles.employee_id), isNull(aiEmployees.deleted_at)))
    .innerJoin(organizations, eq(organizations.id, tchatFiles.organization_id))
    .where(and(eq(tchatFiles.id, file_id), eq(tchatFiles.state, state)))
  return found ?? null
}
