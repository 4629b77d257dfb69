import type { Operator } from '#contracts/inbox.ts'
import { PRESENCE_LASTS_MS } from '#contracts/inbox-names.ts'
import type { Presence } from '#contracts/presence.ts'

/** A colleague who has a conversation open. */
export type Colleague = Operator & { isTyping: boolean }
type Known = { user: Operator; typingUntil: number; hereUntil: number }

const nobody: readonly Colleague[] = []

/** Which colleagues are in which conversation; an entry that is not refreshed expires. */
export function createPresenceStore(viewerId: string) {
  const known = new Map<string, Map<string, Known>>()
  const shown = new Map<string, readonly Colleague[]>()
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function take({ conversation_id, user, state, expires_in_ms }: Presence): void {
    if (user.id === viewerId) return
    const people = known.get(conversation_id) ?? new Map<string, Known>()
    known.set(conversation_id, people)
    const until = Date.now() + expires_in_ms
    if (state === 'left') people.delete(user.id)
    // Anyone who types is there for longer than they type.
    else if (state === 'typing')
      people.set(user.id, { user, typingUntil: until, hereUntil: Date.now() + PRESENCE_LASTS_MS.viewing })
    else people.set(user.id, { user, typingUntil: 0, hereUntil: until })
  }

  /** Shows what holds now, keeping the list of a conversation in which nothing has changed, until the next end. */
  function refresh(): void {
    clearTimeout(timer)
    const now = Date.now()
    let next = Number.POSITIVE_INFINITY
    let hasChanged = false
    for (const [id, people] of known) {
      for (const [user_id, { hereUntil, typingUntil }] of people) {
        if (hereUntil <= now) people.delete(user_id)
        else next = Math.min(next, typingUntil > now ? typingUntil : hereUntil)
      }
      const colleagues = [...people.values()].map(({ user, typingUntil }) => ({ ...user, isTyping: typingUntil > now }))
      if (JSON.stringify(colleagues) === JSON.stringify(shown.get(id) ?? nobody)) continue
      shown.set(id, colleagues)
      hasChanged = true
      if (people.size === 0) known.delete(id)
    }
    if (next !== Number.POSITIVE_INFINITY) timer = setTimeout(refresh, next - now)
    if (hasChanged) for (const listener of listeners) listener()
  }

  return {
    receive(event: Presence): void {
      take(event)
      refresh()
    },
    /** All that the server knows at this moment. */
    replace(all: readonly Presence[]): void {
      for (const people of known.values()) people.clear()
      for (const each of all) take(each)
      refresh()
    },
    in: (conversationId: string): readonly Colleague[] => shown.get(conversationId) ?? nobody,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // The page is gone.
        if (listeners.size === 0) clearTimeout(timer)
      }
    },
  }
}

export type PresenceStore = ReturnType<typeof createPresenceStore>
