import type { VoiceSession } from '#contracts/voice.ts'
import type { WebchatContact } from '#contracts/webchat.ts'
import { createVoiceSession as prepareCall } from '../../voice/create-session.ts'
import { findOwnConversation } from '../access.ts'
import type { WebchatContext } from '../context.ts'
import { findEntryPoint } from '../find-entry-point.ts'
import { grantCall } from '../visitors/call-grant.ts'
import { ensureVisitor, findVisitorOf } from '../visitors/ensure-visitor.ts'
import { identify } from '../visitors/identity.ts'

/** What a page puts into the path that names no entry point. */
const NO_ENTRY_POINT = 'default'

const CALLS = { name: 'webchat-calls', per_hour: 60 }

type ToCall = { event_id: string; conversation_id: string; contact?: WebchatContact | undefined }

/** A visitor calls the teammate of a conversation that they have. */
export async function createWebchatVoiceSession(
  ctx: WebchatContext,
  { event_id, conversation_id, contact }: ToCall,
): Promise<VoiceSession> {
  const entry_point_id = event_id === NO_ENTRY_POINT ? null : event_id
  await findEntryPoint(ctx, entry_point_id ?? undefined)
  const identity = identify(ctx, contact)
  const visitor = await findVisitorOf(ctx, identity)
  const { conversation, teammate } = await findOwnConversation(ctx, visitor?.contact_channel.id, conversation_id)
  await ctx.ports.checkLimit(CALLS, conversation.contact_channel_id)
  const grant = grantCall(ctx, { entry_point_id, proof: identity?.proof ?? null })
  const session = await prepareCall(ctx, { teammate, conversation, caller: { grant } })
  if (identity) await ensureVisitor(ctx, identity, contact, visitor)
  return session
}
