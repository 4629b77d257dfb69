import type { ContactQuery, WebchatInit } from '#contracts/webchat.ts'
import { attachmentLimits } from '../../runs/files/attachment-limits.ts'
import { hasVoice } from '../../voice/require-voice.ts'
import { findCurrentConversation } from '../access.ts'
import type { WebchatContext } from '../context.ts'
import { findEntryPoint } from '../find-entry-point.ts'
import { publicSettings } from '../settings/public-settings.ts'
import { canAnswer, maySpeak } from '../talk/can-answer.ts'
import { tokensOf } from './ensure-visitor.ts'
import { ensureVisitorOfQuery } from './ensure-visitor-of-query.ts'

/** What a widget starts with. Nobody is written down until a page names them or they write. */
export async function initWebchat(ctx: WebchatContext, query: ContactQuery): Promise<WebchatInit> {
  const { teammate, multi_conversations } = await findEntryPoint(ctx, query.event_id)
  const visitor = await ensureVisitorOfQuery(ctx, query)
  const current = multi_conversations
    ? null
    : await findCurrentConversation(ctx, visitor?.contact_channel.id, teammate.id)
  const isSpeaking = current === null || maySpeak(current.conversation)
  return {
    ...(await tokensOf(ctx, visitor)),
    organization_name: ctx.organization.name,
    ai_employee: { id: teammate.id, name: teammate.name },
    settings: publicSettings(ctx.rules),
    multi_conversations,
    show_thinking: teammate.show_thinking,
    attachmentLimits: attachmentLimits(ctx),
    voice: { is_available: await hasVoice(ctx, teammate) },
    context: { ai_agent_enabled: isSpeaking && (await canAnswer(ctx, teammate)) },
  }
}
