import { openConversation } from '../../conversations/open-conversation.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { SendMessage } from '../answers/reply.ts'

type Place = {
  conversation_id: string
  /** Of the person who says it: in a group not always the one with whom the conversation was opened. */
  contact_channel_id: string | undefined
}

/**
 * Where a message is kept that no teammate answers, opened where it is not there, and by whom it is said. Comes before the
 * conversation is locked: contacts are locked first wherever both are.
 */
export async function openPlace(
  ctx: OrgContext,
  { to, key, teammate, channel, user_id, opens_current }: SendMessage,
): Promise<Place> {
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
