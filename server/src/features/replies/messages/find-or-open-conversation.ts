import { openConversation } from '../../conversations/open-conversation.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { SendMessage } from '../answers/reply.ts'

type Opened = {
  conversation_id: string
  /** The sender's contact channel: in a group not always the one with which the conversation was opened. */
  contact_channel_id: string | undefined
}

/**
 * Finds or opens the conversation of a message that no teammate answers, and the sender's contact channel. Call it before locking
 * the conversation: where both are locked, contacts come first.
 */
export async function findOrOpenConversation(
  ctx: OrgContext,
  { to, key, teammate, channel, user_id, opens_current }: SendMessage,
): Promise<Opened> {
  if ('conversation_id' in to) return { conversation_id: to.conversation_id, contact_channel_id: undefined }
  const { conversation, contact_channel } = await openConversation(ctx, {
    ...key,
    ...to.open,
    employee_id: teammate.id,
    user_id,
    delivers_by: channel.deliver ? channel.name : null,
    opens_current,
  })
  return { conversation_id: conversation.id, contact_channel_id: contact_channel.id }
}
