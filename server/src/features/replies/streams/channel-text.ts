import type { MessageDelta } from '#contracts/runs.ts'
import type { Context } from '#platform/context.ts'
import type { ConversationParties } from '../../conversations/define-channel.ts'
import { messageDelta, messageDeltaForChannel, messageDeltaForInbox } from '../../conversations/events.ts'

type Texts = { text: string; reasoning: string }

/** Follows what a channel's audience has seen of a growing answer, where that is not all of it; null where it is. */
export function channelText({ channel: { showsText } }: ConversationParties, before: Texts) {
  if (!showsText) return null
  const seen = { text: showsText(before.text), reasoning: showsText(before.reasoning) }
  return {
    /** What the whole text so far adds to what was seen. */
    added(kind: keyof Texts, whole: string): string {
      const now = showsText(whole)
      const delta = now.startsWith(seen[kind]) ? now.slice(seen[kind].length) : ''
      seen[kind] += delta
      return delta
    },
    reset({ text, reasoning }: Texts): void {
      seen.text = showsText(text)
      seen.reasoning = showsText(reasoning)
    },
  }
}

/** `seen`: what it adds for the channel's audience, where that sees another text than the inbox. */
export async function emitDelta(
  ctx: Context,
  parties: ConversationParties,
  delta: MessageDelta,
  seen: string | undefined,
) {
  if (seen === undefined) return ctx.emit(messageDelta, delta, parties)
  await ctx.emit(messageDeltaForInbox, delta, parties)
  // Also where there is nothing to see yet: the index has no gaps.
  await ctx.emit(messageDeltaForChannel, { ...delta, delta: seen }, parties)
}
