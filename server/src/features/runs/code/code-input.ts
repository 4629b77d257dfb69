import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { RunFailure } from '../run-outcome.ts'

/** A sandbox has no room for more. */
const MAX_CHARACTERS = 16_000_000

/** What code is given, as JSON: put together value by value, because outputs may be as many as steps, and each large. */
export async function codeInput(globals: Record<string, object>): Promise<string> {
  let left = MAX_CHARACTERS
  const sources: string[] = []
  for (const [source, values] of Object.entries(globals)) {
    const fields: string[] = []
    for (const [name, value] of Object.entries(values)) {
      await yieldToEventLoop()
      const written = JSON.stringify(value)
      if (written === undefined) continue
      left -= written.length
      if (left < 0) throw new RunFailure('STEP_FAILED', 'What the code is given is too large')
      fields.push(`${JSON.stringify(name)}:${written}`)
    }
    sources.push(`${JSON.stringify(source)}:{${fields.join()}}`)
  }
  return `{${sources.join()}}`
}
