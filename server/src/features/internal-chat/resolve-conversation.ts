import { openConversation } from '../conversations/open-conversation.ts'
import { contactChannels } from '../conversations/table.ts'
import type { MemberContext } from '../organizations/context.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { type Chat, findCurrentChat, findOwnChat, isOwnChannel } from './access.ts'

/**
 * Where a message goes, which is the current chat from then on. The contract's order: a new one when asked for, the named
 * one, the current one, the latest, else a first one.
 */
export async function resolveChat(
  ctx: TeammateContext,
  {
    conversation_id,
    create_new_conversation,
  }: { conversation_id?: string | undefined; create_new_conversation: boolean },
): Promise<Chat> {
  if (!create_new_conversation) {
    const found = conversation_id ? await findOwnChat(ctx, conversation_id) : await findCurrentChat(ctx)
    if (found && found.contact_channel.current_conversation_id !== found.conversation.id) {
      await makeCurrent(ctx, found.conversation.id)
    }
    if (found) return found
  }
  return openChat(ctx)
}

/** Begins a chat and makes it the current one. */
export function openChat(ctx: TeammateContext): Promise<Chat> {
  return ctx.transaction(async (ctx) => {
    const { user, teammate } = ctx
    const chat = await openConversation(ctx, {
      channel: 'employee_chat',
      channel_name: '',
      employee_id: teammate.id,
      contact_external_id: user.id,
      contact: { ...(user.name && { first_name: user.name }), email: user.email },
      user_id: user.id,
    })
    await makeCurrent(ctx, chat.conversation.id)
    return chat
  })
}

export async function makeCurrent(ctx: MemberContext, current_conversation_id: string): Promise<void> {
  await ctx.db.update(contactChannels).set({ current_conversation_id }).where(isOwnChannel(ctx))
}
