import { and, eq } from 'drizzle-orm'
import type { Channel } from '#contracts/conversations.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import type { Context } from '#platform/context.ts'
import { organizations } from '../../organizations/table.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { conversations, messages } from '../table.ts'

/** The alert waits this long, because a contact may still change the feedback. */
export const FEEDBACK_ALERT_SECONDS = 120

const channelNames: Record<Channel, string> = {
  api: 'API',
  web_chat: 'Website chat',
  employee_chat: 'Internal chat',
  msgr: chatPlatforms.msgr.label,
  tchat: chatPlatforms.tchat.label,
  wchat: chatPlatforms.wchat.label,
  custom: 'API',
}

type ConversationParties = { organization_id: string; message_id: string }

/** Sends current feedback on an answer as an alert; none if it was withdrawn. */
export async function alertFeedback(ctx: Context, { organization_id, message_id }: ConversationParties): Promise<void> {
  const [found] = await ctx.db
    .select({
      reaction: messages.reaction,
      comment: messages.feedback_comment,
      conversation_id: conversations.id,
      channel: conversations.channel,
      teammate: aiEmployees.name,
      organization: organizations.name,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .innerJoin(organizations, eq(organizations.id, messages.organization_id))
    .where(and(eq(messages.organization_id, organization_id), eq(messages.id, message_id)))
  if (!found?.reaction) return
  const { reaction, comment, channel, teammate, organization, conversation_id } = found
  const title = `${reaction === 'like' ? '👍' : '👎'} ${teammate} (${organization}, ${channelNames[channel]})`
  const link = `${ctx.ports.config.BASE_URL}/inbox?conversation=${conversation_id}`
  await ctx.ports.alerts.send('feedbacks', [title, comment, link].filter(Boolean).join('\n'))
}
