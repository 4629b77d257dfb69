import { ForEachStep } from '#contracts/flow-steps.ts'
import { parseJson } from '#platform/parse-json.ts'
import { defineStep } from '#platform/step.ts'
import { asFailure } from '../engine/fail-step.ts'
import { fillerFor } from '../fill-placeholders.ts'
import { endsExecution, RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'

const MAX_ITEMS = 100_000
const MAX_RESULTS = 1000
/** The limit of all results together; further ones are not kept. */
const MAX_RESULT_CHARACTERS = 1_000_000
/** Items that a process may finish between two saves. If it dies, each of them is read back. */
const SAVE_INTERVAL_ITEMS = 200

const ofItem = (index: number) => `Item ${index}: `

/** The item in which a failure occurred; null where it was in none. */
export const itemIn = (failure: string): string | null => /^Item (\d+): /.exec(failure)?.[1] ?? null

/** The progress of a loop. Of a finished item only its result is kept, if results are collected. */
type Progress = {
  /** The first item that had not begun. */
  next: number
  /** Earlier items that are not finished. */
  open: number[]
  done: number
  failed: number
  results: [index: number, result: unknown][]
  result_characters: number
  /** The number of the run's last step when this was saved. */
  seq: number
}

export const forEachStep = defineStep('for_each', {
  schema: ForEachStep,
  effects: false,
  takesLong: true,
  exits: ({ start }) => [{ field: 'start', label: 'Each item', to: start, isInside: true }],
  async execute(step, scope: StepScope) {
    const items = await readItems(step, scope)
    scope.log.payload.input_data = { items: items.length }
    const loop = new Loop(step, scope, items)
    const isOver = await loop.run()
    return isOver ? { output: loop.output() } : 'suspended'
  },
})

async function readItems({ items }: ForEachStep, scope: StepScope): Promise<unknown[]> {
  const filled = (await fillerFor(scope, items)).value(items)
  const list = typeof filled === 'string' ? parsed(filled) : filled
  if (!Array.isArray(list)) throw new RunFailure('STEP_FAILED', 'What the loop is to go through is not a list')
  if (list.length > MAX_ITEMS) throw new RunFailure('STEP_FAILED', `A loop goes through ${MAX_ITEMS} items at most`)
  return list
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/**
 * Executes the steps inside for each item, up to `concurrency` in parallel; continues where an earlier attempt or a
 * suspension ended.
 */
class Loop {
  readonly #step: ForEachStep
  readonly #scope: StepScope
  readonly #items: unknown[]
  readonly #progress: Progress
  readonly #running = new Set<number>()
  readonly #waiting = new Set<number>()
  readonly #controller = new AbortController()
  #failure: unknown = null
  #sinceKept = 0
  #isKeeping = false

  constructor(step: ForEachStep, scope: StepScope, items: unknown[]) {
    this.#step = step
    this.#scope = scope
    this.#items = items
    const begun = { next: 0, open: [], done: 0, failed: 0, results: [], result_characters: 0, seq: 0 }
    this.#progress = (scope.resumed as Progress | null) ?? begun
  }

  /** True when all items are finished; false where some wait. */
  async run(): Promise<boolean> {
    const { signal } = this.#scope
    const stop = () => this.#controller.abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      const left = await this.#left()
      await Promise.all(Array.from({ length: this.#step.concurrency }, () => this.#work(left)))
    } finally {
      signal.removeEventListener('abort', stop)
    }
    if (this.#failure !== null) throw this.#failure
    if (this.#waiting.size === 0) return true
    await this.#checkpoint()
    return false
  }

  output(): object {
    const { done, failed, results } = this.#progress
    const kept = results.sort(([a], [b]) => a - b).map(([, result]) => result)
    return { items: this.#items.length, done, failed, ...(this.#step.collect && { results: kept }) }
  }

  /** The items that are still to be executed, each with whether an earlier attempt may have begun it. */
  async #left(): Promise<Iterator<[index: number, isNew: boolean]>> {
    const { next, open, seq } = this.#progress
    const { begun, waiting } = await this.#scope.readInside(seq)
    const [progress, items, still] = [this.#progress, this.#items, this.#waiting]
    function* left(): Generator<[number, boolean]> {
      for (const index of open) {
        if (waiting.has(String(index))) still.add(index)
        else yield [index, false]
      }
      while (progress.next < items.length) {
        const index = progress.next++
        if (waiting.has(String(index))) still.add(index)
        else yield [index, index >= next && !begun.has(String(index))]
      }
    }
    return left()
  }

  async #work(left: Iterator<[index: number, isNew: boolean]>): Promise<void> {
    while (this.#failure === null) {
      const next = left.next()
      if (next.done) return
      const [index, is_new] = next.value
      this.#running.add(index)
      await this.#execution(index, is_new).catch((error) => {
        this.#failure ??= error
        this.#controller.abort(error)
      })
      this.#running.delete(index)
      if (++this.#sinceKept >= SAVE_INTERVAL_ITEMS && this.#failure === null) {
        await this.#checkpoint().catch((error) => {
          this.#failure ??= error
          this.#controller.abort(error)
        })
      }
    }
  }

  async #execution(index: number, is_new: boolean): Promise<void> {
    const { seen, input, signal } = this.#scope
    try {
      const executed = await this.#scope.execution({
        key: String(index),
        flow: this.#scope.flow,
        starting_step_id: this.#step.start,
        input: { ...input, item: this.#items[index], index },
        outer: { state: seen.state, outputs: seen.output },
        signal: this.#controller.signal,
        is_new,
      })
      if (executed === 'suspended') {
        this.#waiting.add(index)
        return
      }
      this.#progress.done++
      this.#collect(index, executed.result)
    } catch (error) {
      if (endsExecution(error) || signal.aborted || this.#controller.signal.aborted) throw error
      const { message, code } = asFailure(this.#scope.ctx, error)
      if (this.#step.on_item_error === 'stop') throw new RunFailure(code, `${ofItem(index)}${message}`, error)
      this.#progress.failed++
      this.#collect(index, { error: { message, code } })
    }
  }

  #collect(index: number, result: unknown): void {
    const { results, result_characters } = this.#progress
    if (!this.#step.collect || results.length >= MAX_RESULTS) return
    const characters = JSON.stringify(result)?.length ?? 0
    if (result_characters + characters > MAX_RESULT_CHARACTERS) return
    this.#progress.result_characters += characters
    results.push([index, result])
  }

  /** Saves the progress, one save after the other, so that an older state never overwrites a newer one. */
  async #checkpoint(): Promise<void> {
    if (this.#isKeeping) return
    this.#isKeeping = true
    this.#sinceKept = 0
    const { results, ...progress } = this.#progress
    const open = [...this.#running, ...this.#waiting].sort((a, b) => a - b)
    try {
      await this.#scope.checkpoint({ ...progress, results: [...results], open, seq: this.#scope.last_seq() })
    } finally {
      this.#isKeeping = false
    }
  }
}
