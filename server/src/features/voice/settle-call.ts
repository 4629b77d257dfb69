import { and, desc, eq, isNotNull, isNull, lte, ne, not, notInArray, or } from 'drizzle-orm'
import type { SystemEvent } from '#contracts/conversations.ts'
import { formatDuration } from '#contracts/format-duration.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { addMessage } from '../conversations/messages/add-message.ts'
import { announceMessage } from '../conversations/messages/announce-message.ts'
import { presentMessage } from '../conversations/present.ts'
import { messages } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { users } from '../users/table.ts'
import type { CalledConversation } from './read-called-conversation.ts'
import { type CallEndCode, type MissedWords, type VoiceCallRow, voiceCalls } from './table.ts'

/** After a restart or a broken line a client calls again by itself. */
const RECONNECTED_WITHIN_MS = 90_000
/** Who has reloaded the page has to click; who has closed it has hung up. */
const CALLED_AGAIN_WITHIN_MS = 30_000
/** How long a call may be continued after these ends. */
const continuedWithinMs = new Map<CallEndCode, number>([
  ['SERVER_STOPPING', RECONNECTED_WITHIN_MS],
  ['CONNECTION_LOST', RECONNECTED_WITHIN_MS],
  ['PAGE_LEFT', CALLED_AGAIN_WITHIN_MS],
])

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

export const mayBeContinued = ({ end_code, ended_at }: VoiceCallRow, now: Date): boolean =>
  end_code !== null && ended_at !== null && ended_at > before(now, continuedWithinMs.get(end_code) ?? 0)

const isUnsettled = and(isNotNull(voiceCalls.ended_at), not(voiceCalls.is_settled))

const isNotContinued = (now: Date) =>
  or(
    ...[...continuedWithinMs].map(([code, ms]) =>
      and(eq(voiceCalls.end_code, code), lte(voiceCalls.ended_at, before(now, ms))),
    ),
  )

/** Calls whose process has not written their end, or did not because another call might have continued them. */
export const isOverdue = (now: Date) =>
  and(isUnsettled, or(isNotContinued(now), lte(voiceCalls.ended_at, before(now, RECONNECTED_WITHIN_MS))))

const isOver = (now: Date) =>
  or(isNull(voiceCalls.end_code), notInArray(voiceCalls.end_code, [...continuedWithinMs.keys()]), isNotContinued(now))

/** Writes into its conversation that a call has ended: once, and not while a later call may continue it. False where it has not. */
export async function settleCall(
  ctx: OrgContext,
  call_id: string,
  { conversation, parties }: Pick<CalledConversation, 'conversation' | 'parties'>,
  missed?: MissedWords,
): Promise<boolean> {
  return ctx.transaction(async (ctx) => {
    const row = await lockConversation(ctx, conversation.id)
    const [call] = await ctx.db
      .update(voiceCalls)
      .set({ is_settled: true })
      .where(and(eq(voiceCalls.id, call_id), isUnsettled, isOver(ctx.now())))
      .returning()
    if (!call) return false
    const system_event = await describeEnd(ctx, call, missed ?? call.progress?.missed ?? 'none')
    const { message } = await addMessage(ctx, row, { role: 'system', content: contentOf(system_event), system_event })
    await announceMessage(ctx, presentMessage(message, [], parties.teammate), parties)
    return true
  })
}

type CallEnded = SystemEvent & { duration_seconds: number; is_silent: boolean; has_missed_words: boolean }

async function describeEnd(ctx: OrgContext, call: VoiceCallRow, missed: MissedWords): Promise<CallEnded> {
  const { first_started_at, started_at, ended_at, end_code, ended_by_user_id } = call
  const began_at = first_started_at ?? started_at
  const lastedMs = (ended_at ?? started_at).getTime() - began_at.getTime()
  const [operator] = ended_by_user_id
    ? await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, ended_by_user_id))
    : []
  const hasMessage = await hasMessageSince(ctx, call, began_at)
  return {
    type: 'call_ended',
    user_name: operator?.name ?? null,
    ended_by: operator ? 'operator' : end_code === null || end_code === 'PAGE_LEFT' ? 'caller' : null,
    duration_seconds: Math.max(0, Math.round(lastedMs / 1000)),
    is_silent: !hasMessage && missed === 'none',
    has_missed_words: missed === 'unreported' || (missed === 'reported' && !hasMessage),
  }
}

/** The end of an earlier call is no message. */
async function hasMessageSince(ctx: OrgContext, { conversation_id }: VoiceCallRow, since: Date): Promise<boolean> {
  const ofConversation = and(
    eq(messages.organization_id, ctx.organization.id),
    eq(messages.conversation_id, conversation_id),
  )
  const [last] = await ctx.db
    .select({ created_at: messages.created_at })
    .from(messages)
    .where(and(ofConversation, ne(messages.role, 'system')))
    .orderBy(desc(messages.id))
    .limit(1)
  return last !== undefined && last.created_at >= since
}

function contentOf({ ended_by, user_name, duration_seconds, is_silent, has_missed_words }: CallEnded): string {
  const by = { caller: 'The caller', operator: user_name ?? 'A person' }
  const what = ended_by ? `${by[ended_by]} ended the call` : 'Call ended'
  const words = is_silent ? ' · no one spoke' : has_missed_words ? ' · not everything was understood' : ''
  return `${what} · ${formatDuration(duration_seconds, 'en')}${words}`
}
