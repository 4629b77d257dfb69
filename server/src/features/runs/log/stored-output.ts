import { stripPayload } from './strip-payload.ts'

/** Of an output that the log shows without its files, so much is kept beside it for the process that continues from there. */
const MAX_CHARACTERS = 2_000_000
/** What is shown in place of what was left out, in logs from before outputs were marked as cut. */
const MARKER = /\[REMOVED \d+ (?:characters|bytes)\]|\[CIRCULAR\]/

export type StoredOutput = {
  output: unknown
  /** The output as it was, where it is shown without its files. */
  whole_output?: unknown
  /** It was too large to be kept so. */
  is_output_cut?: true
}

/** An output as the log keeps it: without files where it is shown, and as it was for the steps that come after. */
export function toStoredOutput(output: unknown): StoredOutput {
  const notes = { isCut: false }
  const shown = stripPayload(output, [], notes)
  if (!notes.isCut) return { output: shown }
  return isSmall(output) ? { output: shown, whole_output: output } : { output: shown, is_output_cut: true }
}

function isSmall(output: unknown): boolean {
  try {
    return JSON.stringify(output).length <= MAX_CHARACTERS
  } catch {
    // It refers to itself.
    return false
  }
}

/** What the step put out, for the steps after it. */
export const outputOf = (payload: StoredOutput): unknown =>
  payload.whole_output === undefined ? payload.output : payload.whole_output

export const isWhole = (payload: StoredOutput): boolean =>
  payload.whole_output !== undefined ||
  (payload.is_output_cut !== true && !MARKER.test(JSON.stringify(payload.output ?? null)))
