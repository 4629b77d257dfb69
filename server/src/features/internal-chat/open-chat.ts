import { openConversation } from '../conversations/open-conversation.ts'
import type { TeammateContext } from '../teammates/context.ts'
import type { Chat } from './access.ts'
import { internalChatKey } from './channel.ts'

/** The caller as internal chat knows them. */
export const contactOf = ({ user }: Pick<TeammateContext, 'user'>) => ({
  contact_external_id: user.id,
  contact: { ...(user.name && { first_name: user.name }), email: user.email },
})

/** Begins a chat and makes it the current one. */
export function openChat(ctx: TeammateContext): Promise<Chat> {
  return openConversation(ctx, {
    ...internalChatKey,
    ...contactOf(ctx),
    employee_id: ctx.teammate.id,
    external_id: null,
    user_id: ctx.user.id,
    delivers_by: null,
    opens_current: true,
  })
}
