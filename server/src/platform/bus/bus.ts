import type { Room } from '../audience.ts'
import type { Context } from '../context.ts'
import type { AnyEvent } from '../event.ts'
import type { Logger } from '../log.ts'
import type { EventReaction, Reaction } from '../reaction.ts'

export type Push = (rooms: Room[], name: string, payload: unknown) => void

type BusOptions = {
  log: Logger
  verify: boolean
  /** Tells the other processes. */
  broadcast: (name: string, payload: unknown, how: NonNullable<AnyEvent['everywhere']>) => Promise<void>
}

/**
 * Delivers events that have been committed: first to the server's own reactions, then to the clients who may receive them.
 */
export function createBus(reactions: readonly Reaction[], { log, verify, broadcast }: BusOptions) {
  const reactionsTo = new Map<AnyEvent, EventReaction[]>()
  for (const reaction of reactions) {
    if (reaction.on !== 'event') continue
    reactionsTo.set(reaction.event, [...(reactionsTo.get(reaction.event) ?? []), reaction])
  }
  const pushes: Push[] = []

  async function react(ctx: Context, event: AnyEvent, payload: unknown): Promise<void> {
    for (const { react } of reactionsTo.get(event) ?? []) {
      await react(ctx, payload as never).catch((error) =>
        log.error({ err: error, event: event.name }, 'a reaction failed'),
      )
    }
  }

  return {
    /** Delivers what another process has broadcast. */
    async receive(ctx: Context, name: string, payload: unknown): Promise<void> {
      for (const event of reactionsTo.keys())
        if (event.everywhere && event.name === name) await react(ctx, event, payload)
    },

    /** Adds a way out to clients; the sockets are one, a test's recorder another. */
    addPush: (push: Push) => pushes.push(push),

    async deliver(ctx: Context, event: AnyEvent, payload: unknown, about: unknown): Promise<void> {
      if (verify) event.schema.parse(JSON.parse(JSON.stringify(payload)))
      if (event.everywhere) {
        // Nobody waits for it: what must not be missed is swept for.
        broadcast(event.name, payload, event.everywhere).catch((error) =>
          log.error({ err: error, event: event.name }, 'other processes could not be notified'),
        )
      }
      await react(ctx, event, payload)
      const rooms = event.audience(about as never)
      if (rooms.length === 0) return
      for (const push of pushes) push(rooms, event.name, payload)
    },
  }
}
