import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Ports } from './context.ts'

type State = { isStopped: boolean; running: Set<Promise<unknown>> }

/** Work that no caller waits for. A process that stops begins no more of it, and ends what it has begun while its database is open. */
export function createBackgroundWork() {
  const states = new WeakMap<Ports, State>()

  function stateOf({ ports }: Context): State {
    const known = states.get(ports) ?? { isStopped: false, running: new Set() }
    states.set(ports, known)
    return known
  }

  return {
    isStopped: (ctx: Context): boolean => stateOf(ctx).isStopped,
    async run(ctx: Context, work: () => Promise<void>): Promise<void> {
      const { isStopped, running } = stateOf(ctx)
      if (isStopped) return
      const begun = work()
      running.add(begun)
      try {
        await begun
      } finally {
        running.delete(begun)
      }
    },
    /** Waits so long at most, where another process may repeat what has not ended. */
    async stop(ctx: Context, maxMs?: number): Promise<void> {
      const state = stateOf(ctx)
      state.isStopped = true
      const ended = Promise.allSettled(state.running)
      await (maxMs === undefined ? ended : Promise.race([ended, sleep(maxMs, undefined, { ref: false })]))
    },
  }
}
