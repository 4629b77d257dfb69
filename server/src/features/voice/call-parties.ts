import { eq } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { About } from '../conversations/define-channel.ts'
import { findPlace } from '../conversations/find-place.ts'
import type { ConversationRow } from '../conversations/table.ts'
import { readMembership, requireActive } from '../organizations/access.ts'
import type { OrgContext } from '../organizations/context.ts'
import { organizations } from '../organizations/table.ts'
import { findTeammate } from '../teammates/access.ts'
import { hasSession } from '../users/find-session.ts'

/** Who calls whom, and where what they say belongs. */
export type CallParties = {
  conversation: ConversationRow
  about: About
  /** The colleague who calls, and the session in which they do; null for a contact. */
  user_id: string | null
  user_session_id: string | null
}

export type Caller = Pick<CallParties, 'user_id' | 'user_session_id'> & {
  organization_id: string
  conversation_id: string
}

/**
 * The parties of a call as they are now. Refused is what a message would be refused for: an inactive organization (403), a
 * conversation or teammate that is gone or that the colleague no longer sees (404), an archived conversation (409), a colleague who
 * has signed out (401).
 */
export async function readCallParties(
  ctx: Context,
  { organization_id, conversation_id, user_id, user_session_id }: Caller,
): Promise<{ ctx: OrgContext; parties: CallParties }> {
  // Who has just spoken waits for this: what does not depend on each other is read at once.
  const [[organization], isSignedIn] = await Promise.all([
    ctx.db.select().from(organizations).where(eq(organizations.id, organization_id)),
    user_session_id === null || hasSession(ctx, user_session_id),
  ])
  if (!organization) throw noSuchConversation()
  requireActive(organization)
  const own = extendContext(ctx, { organization })
  const [place, membership] = await Promise.all([
    findPlace(own, conversation_id),
    user_id === null ? null : readMembership(own, user_id),
  ])
  if (!place || place.about.teammate.deleted_at !== null) throw noSuchConversation()
  requireOpen(place.conversation)
  if (!isSignedIn) throw new AppError('unauthorized', 'Not signed in')
  if (user_id !== null) {
    if (!membership) throw noSuchConversation()
    await findTeammate(extendContext(own, { role: membership.role, user: { id: user_id } }), place.about.teammate.id)
  }
  return { ctx: own, parties: { ...place, user_id, user_session_id } }
}

/** The contract: a call needs an active conversation. */
export function requireOpen({ status }: Pick<ConversationRow, 'status'>): void {
  if (status !== 'archived') return
  throw new AppError('conflict', 'The conversation is archived', { code: 'CONVERSATION_NOT_ACTIVE' })
}

const noSuchConversation = () => new AppError('not_found', 'Conversation not found')
