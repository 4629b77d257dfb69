import type { Push } from '#platform/bus/bus.ts'

export type RecordedEvent = { rooms: string[]; name: string; payload: Record<string, unknown> }

export type RecordedEvents = {
  /** Everything pushed so far, in its order. */
  all(): readonly RecordedEvent[]
  /** Everything pushed so far that fits. */
  find(name: string, fits?: (event: RecordedEvent) => boolean): RecordedEvent[]
  /** Waits for an event that fits. */
  next(name: string, fits?: (event: RecordedEvent) => boolean): Promise<RecordedEvent>
}

/** As long as other waits: only a test that fails waits so long. */
const TIMEOUT_MS = 120_000

export function recordEvents(addPush: (push: Push) => unknown): RecordedEvents {
  const seen: RecordedEvent[] = []
  const waiting = new Set<(event: RecordedEvent) => void>()
  addPush((rooms, name, payload) => {
    const event = { rooms, name, payload: payload as Record<string, unknown> }
    seen.push(event)
    for (const listener of waiting) listener(event)
  })
  const find: RecordedEvents['find'] = (name, fits = () => true) =>
    seen.filter((event) => event.name === name && fits(event))
  return {
    all: () => seen,
    find,
    next(name, fits = () => true) {
      const [first] = find(name, fits)
      if (first) return Promise.resolve(first)
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(listener)
        }
        const listener = (event: RecordedEvent) => {
          if (event.name !== name || !fits(event)) return
          end()
          resolve(event)
        }
        const timer = setTimeout(() => {
          end()
          reject(new Error(`No event ${name} came`))
        }, TIMEOUT_MS)
        waiting.add(listener)
      })
    },
  }
}
