import { eq } from 'drizzle-orm'
import type { CallErrorCode } from '#contracts/voice-socket.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError, type ErrorKind } from '#platform/error.ts'
import type { ConversationParties } from '../conversations/define-channel.ts'
import { readConversation } from '../conversations/read-conversation.ts'
import type { ConversationRow } from '../conversations/table.ts'
import { readMembership, requireActive } from '../organizations/access.ts'
import type { OrgContext } from '../organizations/context.ts'
import { organizations } from '../organizations/table.ts'
import { findTeammate } from '../teammates/access.ts'
import { hasSession } from '../users/find-session.ts'
import { requireContactMayCall } from './define-contact-calls.ts'
import type { CallGrant } from './table.ts'

/** The conversation of a call, its parties, and who calls. */
export type CalledConversation = {
  conversation: ConversationRow
  parties: ConversationParties
  /** The colleague who calls; null for a contact. */
  user_id: string | null
}

type Called = { organization_id: string; conversation_id: string; user_id: string | null }
export type Caller = Called & CallGrant

/**
 * The parties of a call as they are now, which is read when it begins, before each turn, every two seconds and when rights
 * change. Refused is what a message would be refused for; the code of the error says why (`call-refusal.ts`).
 */
export async function readCalledConversation(
  ctx: Context,
  { user_session_id, grant, ...call }: Caller,
): Promise<{ ctx: OrgContext; called: CalledConversation }> {
  // Who has just spoken waits for this: what does not depend on each other is read at once.
  const [isSignedIn, { ctx: orgCtx, called }] = await Promise.all([
    user_session_id !== null && hasSession(ctx, user_session_id),
    readConversationOfLostCall(ctx, call),
  ])
  const { conversation, parties } = called
  if (call.user_id === null) {
    const { channel } = parties
    await requireContactMayCall(orgCtx, { channel, conversation, grant }).catch(insteadOfRefusal(chatGone))
  } else if (!isSignedIn) throw refused('unauthorized', 'SIGNED_OUT', 'Not signed in')
  return { ctx: orgCtx, called }
}

/** The same of a call whose process died: by which session or grant its caller spoke, was checked when they did. */
export async function readConversationOfLostCall(
  ctx: Context,
  { organization_id, conversation_id, user_id }: Called,
): Promise<{ ctx: OrgContext; called: CalledConversation }> {
  const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, organization_id))
  if (!organization) throw conversationGone()
  requireActive(organization)
  const orgCtx = extendContext(ctx, { organization })
  const [found, membership] = await Promise.all([
    readConversation(orgCtx, conversation_id),
    user_id === null ? null : readMembership(orgCtx, user_id),
  ])
  if (!found) throw conversationGone()
  requireOpen(found.conversation)
  const { teammate } = found.parties
  if (teammate.deleted_at !== null) throw teammateGone()
  if (user_id !== null) {
    if (!membership) throw teammateGone()
    const viewer = extendContext(orgCtx, { role: membership.role, user: { id: user_id } })
    await findTeammate(viewer, teammate.id).catch(insteadOfRefusal(teammateGone))
  }
  return { ctx: orgCtx, called: { ...found, user_id } }
}

/** The contract: a call needs an active conversation. */
export function requireOpen({ status }: Pick<ConversationRow, 'status'>): void {
  if (status === 'archived') throw refused('conflict', 'CONVERSATION_NOT_ACTIVE', 'The conversation is archived')
}

const refused = (kind: ErrorKind, code: CallErrorCode, message: string) => new AppError(kind, message, { code })
const conversationGone = () => refused('not_found', 'CONVERSATION_DELETED', 'Conversation not found')
const teammateGone = () => refused('not_found', 'TEAMMATE_UNAVAILABLE', 'Teammate not found')
const chatGone = () => refused('forbidden', 'CHAT_UNAVAILABLE', 'This chat is no longer available')

const insteadOfRefusal = (refusal: () => AppError) => (error: unknown) => {
  throw error instanceof AppError ? refusal() : error
}
