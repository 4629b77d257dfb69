import type { RunInput } from '../runs/start-run.ts'

/** What a run begins with is packed in one go, which at this size holds others up for 50 ms. */
export const MAX_INPUT_BYTES = 4 * 1024 * 1024

/** What a flow reads as `{{input.x}}`: the fields of what was sent, or `value` where that has none. */
export const inputOf = (sent: unknown): RunInput =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? { ...sent } : { value: sent ?? null }
