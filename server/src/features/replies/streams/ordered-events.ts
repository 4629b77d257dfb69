type Options = {
  /** Once true, nothing more is sent. */
  isLost: () => boolean
  report: (error: unknown) => void
}

export type OrderedEvents = ReturnType<typeof orderedEvents>

/** Sends the events of an answer in order, each after the writes that were begun before it. */
export function orderedEvents({ isLost, report }: Options) {
  let unfinishedWrites = 0
  let writes = Promise.resolve()
  const waiting: (() => void)[] = []

  function send(emit: () => Promise<void>): void {
    if (isLost()) return
    if (unfinishedWrites > 0) waiting.push(() => send(emit))
    else emit().catch(report)
  }

  return {
    send,

    /** Events that are sent after this call wait until the work is done. */
    first(work: () => Promise<void>): void {
      unfinishedWrites += 1
      writes = writes
        .then(work)
        .catch(report)
        .finally(() => {
          unfinishedWrites -= 1
          if (unfinishedWrites === 0) for (const sendNow of waiting.splice(0)) sendNow()
        })
    },

    /** Resolves when no write is left. */
    async written(): Promise<void> {
      while (unfinishedWrites > 0) await writes
    },

    /** Forgets the events that wait. */
    drop(): void {
      waiting.length = 0
    },
  }
}
