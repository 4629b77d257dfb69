import { setTimeout as sleep } from 'node:timers/promises'
import type { Push } from '#platform/bus/bus.ts'

export type RecordedEvent = { rooms: string[]; name: string; payload: Record<string, unknown> }

export type RecordedEvents = {
  /** Everything pushed so far, in its order. */
  all(): readonly RecordedEvent[]
  /** Everything pushed so far that fits. */
  find(name: string, fits?: (event: RecordedEvent) => boolean): RecordedEvent[]
  /** Waits up to five seconds for an event that fits. */
  next(name: string, fits?: (event: RecordedEvent) => boolean): Promise<RecordedEvent>
}

export function recordEvents(addPush: (push: Push) => unknown): RecordedEvents {
  const seen: RecordedEvent[] = []
  addPush((rooms, name, payload) => seen.push({ rooms, name, payload: payload as Record<string, unknown> }))
  const find: RecordedEvents['find'] = (name, fits = () => true) =>
    seen.filter((event) => event.name === name && fits(event))
  return {
    all: () => seen,
    find,
    async next(name, fits) {
      for (let attempt = 0; attempt < 250; attempt++) {
        const [first] = find(name, fits)
        if (first) return first
        await sleep(20)
      }
      throw new Error(`No event ${name} came`)
    },
  }
}
