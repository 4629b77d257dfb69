import { PRESENCE_LASTS_MS, type PresenceState } from '#contracts/inbox-names.ts'
import type { Context } from '#platform/context.ts'
import type { Seat } from '../events.ts'

/** When a browser tab's presence and its typing expire, in epoch milliseconds. */
type Tab = { user_id: string; here_until: number; typing_until: number }
type ConversationPresence = { organization_id: string; tabs: Map<string, Tab> }

/** The presence that each server has received, by conversation. It expires within a minute, so it is not stored. */
const places = new WeakMap<Context['ports'], Map<string, ConversationPresence>>()
const placesOf = ({ ports }: Context): Map<string, ConversationPresence> => {
  const known = places.get(ports) ?? new Map()
  places.set(ports, known)
  return known
}

/** Every process receives the presence of every browser, whichever of them it is connected to. */
export async function recordPresence(ctx: Context, seat: Seat): Promise<void> {
  const { organization_id, conversation_id, user_id, state } = seat
  const known = placesOf(ctx)
  const now = ctx.now().getTime()
  evictExpired(known, now)
  const place = known.get(conversation_id) ?? { organization_id, tabs: new Map<string, Tab>() }
  const key = `${user_id} ${seat.tab}`
  if (state === 'left') place.tabs.delete(key)
  else {
    place.tabs.set(key, {
      user_id,
      here_until: now + PRESENCE_LASTS_MS.viewing,
      typing_until: state === 'typing' ? now + PRESENCE_LASTS_MS.typing : 0,
    })
  }
  if (place.tabs.size > 0) known.set(conversation_id, place)
  else known.delete(conversation_id)
}

/** Runs with each event, so that memory stays bounded without a timer. */
function evictExpired(known: Map<string, ConversationPresence>, now: number): void {
  for (const [id, { tabs }] of known) {
    for (const [key, { here_until }] of tabs) if (here_until <= now) tabs.delete(key)
    if (tabs.size === 0) known.delete(id)
  }
}

type CurrentPresence = { state: PresenceState; expires_in_ms: number }

/** Who is in a conversation now, by user: anyone who types in one tab and reads in another types. */
export function presenceIn(ctx: Context, conversation_id: string): Map<string, CurrentPresence> {
  const now = ctx.now().getTime()
  const people = new Map<string, CurrentPresence>()
  for (const { user_id, here_until, typing_until } of placesOf(ctx).get(conversation_id)?.tabs.values() ?? []) {
    const isTyping = typing_until > now
    const expires_in_ms = (isTyping ? typing_until : here_until) - now
    if (expires_in_ms <= 0) continue
    const other = people.get(user_id)
    const isStronger = !other || (isTyping && other.state !== 'typing')
    const isLonger = other?.state === (isTyping ? 'typing' : 'viewing') && other.expires_in_ms < expires_in_ms
    if (isStronger || isLonger) people.set(user_id, { state: isTyping ? 'typing' : 'viewing', expires_in_ms })
  }
  return people
}

/** The conversations of an organization in which someone is. */
export const conversationsWithPresence = (ctx: Context, organization_id: string): string[] =>
  [...placesOf(ctx)].filter(([, place]) => place.organization_id === organization_id).map(([id]) => id)
