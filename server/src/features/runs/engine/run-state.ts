import { jsonLength } from '#platform/json-length.ts'
import { searchableState } from '../log/searchable-state.ts'
import { RunFailure } from '../run-outcome.ts'

const MAX_STATE_CHARACTERS = 2_000_000

/** What an execution of a flow has written. Writing costs as much as what changes, however large the rest is. */
export class RunState {
  readonly #values: Record<string, unknown> = {}
  /** As JSON, with the opening brace. */
  #characters = 1
  #searchable: string | null | undefined

  get values(): Readonly<Record<string, unknown>> {
    return this.#values
  }

  /** Writes values within the limit; returns those that differ from what was there. */
  write(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const changes = this.#changesIn(values)
    const characters = this.#charactersAfter(changes)
    if (characters > MAX_STATE_CHARACTERS) {
      throw new RunFailure('STEP_FAILED', `The state of a run has ${MAX_STATE_CHARACTERS} characters at most`)
    }
    this.#assign(changes, characters)
    return changes
  }

  /** Restores values from the log. */
  restore(values: Readonly<Record<string, unknown>>): void {
    const changes = this.#changesIn(values)
    this.#assign(changes, this.#charactersAfter(changes))
  }

  /** The short values as JSON, by which the run is found; null where there are none. */
  get searchable(): string | null {
    if (this.#searchable === undefined) this.#searchable = searchableState(this.#values)
    return this.#searchable
  }

  #changesIn(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    // A key such as `__proto__` would change the object itself.
    const changed = Object.entries(values).filter(
      ([key, value]) => key !== '__proto__' && !(Object.hasOwn(this.#values, key) && this.#values[key] === value),
    )
    return Object.fromEntries(changed)
  }

  #charactersAfter(changes: Record<string, unknown>): number {
    return Object.entries(changes).reduce((characters, [key, value]) => {
      const before = Object.hasOwn(this.#values, key) ? lengthOfEntry(key, this.#values[key]) : 0
      return characters + lengthOfEntry(key, value) - before
    }, this.#characters)
  }

  #assign(changes: Record<string, unknown>, characters: number): void {
    Object.assign(this.#values, changes)
    this.#characters = characters
    this.#searchable = undefined
  }
}

/** With the colon and the comma or brace after it. */
const lengthOfEntry = (key: string, value: unknown): number =>
  value === undefined ? 0 : jsonLength(key) + jsonLength(value) + 2
