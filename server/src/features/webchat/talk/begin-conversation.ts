import type { WebchatContact } from '#contracts/webchat.ts'
import { openConversation } from '../../conversations/open-conversation.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findCurrentConversation, type Talk } from '../access.ts'
import { webchatKey } from '../channel.ts'
import type { Visitor, WebchatContext } from '../context.ts'
import { type Entry, findEntryPoint } from '../find-entry-point.ts'
import { ensureVisitor, findVisitorOf } from '../visitors/ensure-visitor.ts'
import { generatedExternalId, identify } from '../visitors/identity.ts'

const NEW_CONVERSATIONS = { name: 'webchat-conversations', per_hour: 12 }

/** Limits new conversations per organization and address. */
export async function countNewConversation(ctx: OrgContext): Promise<void> {
  await ctx.ports.checkLimit(NEW_CONVERSATIONS, `${ctx.organization.id} ${ctx.request?.address ?? ''}`)
}

/** The external id of a visitor’s only conversation, so that two simultaneous first messages share it. */
export const conversationIdOf = (contact_external_id: string, { multi_conversations }: Entry): string | null =>
  multi_conversations ? null : `visitor:${contact_external_id}`

/** Opens a conversation before its first message, or finds the visitor's existing one. */
export async function beginConversation(
  ctx: WebchatContext,
  { event_id, contact }: { event_id?: string | undefined; contact?: WebchatContact | undefined },
): Promise<Talk & { visitor: Visitor }> {
  const entry = await findEntryPoint(ctx, event_id)
  const identity = identify(ctx, contact) ?? { external_id: generatedExternalId(), proof: null }
  const { teammate, multi_conversations } = entry
  const known = (await findVisitorOf(ctx, identity))?.contact_channel.id
  const current = multi_conversations ? null : await findCurrentConversation(ctx, known, teammate.id)
  if (!current) await countNewConversation(ctx)
  const visitor = await ensureVisitor(ctx, identity, contact)
  if (current) return { ...current, visitor }
  const { conversation } = await openConversation(ctx, {
    ...webchatKey,
    employee_id: teammate.id,
    contact_external_id: identity.external_id,
    contact: {},
    external_id: conversationIdOf(identity.external_id, entry),
    user_id: null,
    delivers_by: null,
    opens_current: false,
  })
  return { conversation, teammate, visitor }
}
