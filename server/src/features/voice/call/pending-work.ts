import type { Logger } from '#platform/log.ts'

/** Work that nobody waits for now; what fails is logged. */
export class PendingWork {
  readonly #log: Logger
  readonly #pending = new Set<Promise<void>>()

  constructor(log: Logger) {
    this.#log = log
  }

  add(work: Promise<void>): void {
    const done = work
      .catch((error) => this.#log.error({ err: error }, 'what became of a spoken answer could not be saved'))
      .finally(() => this.#pending.delete(done))
    this.#pending.add(done)
  }

  async done(): Promise<void> {
    await Promise.all(this.#pending)
  }

  /** Resolves when all of it is done, or after so long. */
  async within(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    await Promise.race([this.done(), promise])
    clearTimeout(timer)
  }
}
