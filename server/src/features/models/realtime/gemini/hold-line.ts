import type { Line } from './open-line.ts'

type Open = (signal: AbortSignal) => Promise<Line>

/**
 * A line that is opened when it is needed, and again where it was lost or is about to end. Its users wait for each other.
 */
export function holdLine(open: Open) {
  let opening: Promise<Line> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function get(signal: AbortSignal): Promise<Line> {
    const found = opening
    const current = await found?.catch(() => null)
    // Another user has opened a line meanwhile.
    if (opening !== found) return await get(signal)
    if (current && !current.isLost() && !current.isEnding()) return current
    current?.close()
    return await start(signal)
  }

  function start(signal: AbortSignal): Promise<Line> {
    const started = open(signal).then((line) => {
      if (isClosed) line.close()
      line.onEnding(() => void renew(line))
      return line
    })
    opening = started
    return started
  }

  /** Opens the next line before the vendor ends this one, as soon as it is not in use. */
  async function renew(line: Line): Promise<void> {
    await last
    if (isClosed || line.isLost()) return
    line.close()
    // Retried when it is needed.
    await start(new AbortController().signal).catch(() => undefined)
  }

  return {
    get,
    /** The line, for one user at a time. Who did not use it to the end gives `isDone: false`, and it is closed. */
    async lend(signal: AbortSignal): Promise<{ line: Line; giveBack(isDone: boolean): void }> {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      try {
        await before
        signal.throwIfAborted()
        const line = await get(signal)
        line.clear()
        return {
          line,
          giveBack(isDone) {
            if (!isDone) line.close()
            resolve()
          },
        }
      } catch (error) {
        resolve()
        throw error
      }
    },
    close(): void {
      isClosed = true
      opening?.then((line) => line.close()).catch(() => undefined)
    },
  }
}
