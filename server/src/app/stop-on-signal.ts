import type { Logger } from '#platform/log.ts'

type Serving = { close: () => Promise<void>; log: Logger; grace_seconds: number }

export type Stop = ReturnType<typeof stopOnSignal>

/** Ends the process when it is asked to: at once while it starts, and when accepted work has ended once it serves. */
export function stopOnSignal() {
  let since = 0
  let serving: Serving | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Asked again, it stops at once; a terminal and npm may both pass on the same key press.
      if (since > 0 && Date.now() - since > 1000) process.exit(1)
      if (since > 0) return
      since = Date.now()
      if (serving) stopServing(serving, signal)
      else process.exit(0)
    })
  }
  return {
    isAsked: () => since > 0,
    /** From now on there is work to end. */
    serves(server: Serving): void {
      serving = server
    },
  }
}

function stopServing({ close, log, grace_seconds }: Serving, signal: NodeJS.Signals): void {
  log.info({ signal, grace_seconds }, 'stopping; accepted work may end first')
  // What has not ended keeps its leases, so that it is taken up again by another process or the next one.
  const giveUp = () => {
    log.warn({ grace_seconds }, 'stopping now; work that has not ended is given up')
    process.exit(1)
  }
  setTimeout(giveUp, grace_seconds * 1000).unref()
  close().then(
    () => process.exit(0),
    (error) => {
      log.fatal({ err: error }, 'could not stop cleanly')
      process.exit(1)
    },
  )
}
