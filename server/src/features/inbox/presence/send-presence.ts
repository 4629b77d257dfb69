import type { Presence, SendPresence } from '#contracts/presence.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { findConversation } from '../access.ts'
import { conversationPresence, presenceChanged } from '../events.ts'
import { presentOperator } from '../rows.ts'
import { presentPeople } from './list-presence.ts'
import { presenceIn } from './presence-store.ts'

const GONE = { state: 'left', expires_in_ms: 0 } as const

/** Tells the caller's colleagues where the caller is, and the caller who else is there. */
export async function sendPresence(
  ctx: MemberContext,
  conversation_id: string,
  { state, tab = '' }: SendPresence,
): Promise<{ data: Presence[] }> {
  const { teammate } = await findConversation(ctx, conversation_id)
  const { organization, user } = ctx
  await ctx.emit(presenceChanged, { organization_id: organization.id, conversation_id, user_id: user.id, tab, state })
  const here = presenceIn(ctx, conversation_id).get(user.id) ?? GONE
  await ctx.emit(conversationPresence, { conversation_id, user: presentOperator(user), ...here }, { teammate })
  return { data: await presentPeople(ctx, [conversation_id]) }
}
