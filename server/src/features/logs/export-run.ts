import { Readable } from 'node:stream'
import { omit } from '#contracts/omit.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { MemberContext } from '../organizations/context.ts'
import { readSteps } from './read-steps.ts'
import { showRun } from './show-run.ts'

const CHUNK = 20

/** A run with all of its steps, each with everything that is kept of it: written as it is read, a few steps at a time. */
export async function exportRun(ctx: MemberContext, id: string): Promise<{ name: string; bytes: Readable }> {
  const run = await showRun(ctx, id)
  const beginning = { ...omit(run, 'steps'), state: omit(run.state, 'steps') }
  const pieces = async function* () {
    yield `${JSON.stringify(beginning).slice(0, -1)},"steps":[`
    for (let after = 0, isFirst = true; ; ) {
      const found = await readSteps(
        ctx,
        { id, organization_id: ctx.organization.id, taken_over_until: run.taken_over_until },
        { limit: CHUNK, after, whole: true },
      )
      for (const step of found) {
        await yieldToEventLoop()
        yield `${isFirst ? '' : ','}${JSON.stringify(omit(step, 'content_payload'))}`
        isFirst = false
      }
      const last = found.at(-1)
      if (!last || found.length < CHUNK) break
      after = last.seq
    }
    yield ']}'
  }
  return { name: `run-${id}.json`, bytes: Readable.from(pieces()) }
}
