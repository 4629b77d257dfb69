import { and, eq } from 'drizzle-orm'
import type { StepPayload as ShownPayload } from '#contracts/logged-runs.ts'
import type { Context } from '#platform/context.ts'
import { isAny } from '#platform/db/is-any.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { RunBeginning } from '../start-run.ts'
import { runPayloads } from '../table.ts'
import type { StepPayload } from './log-steps.ts'
import { unpackBytes } from './payload.ts'

/** What a step worked with, as people may see it: without what another process needs to continue with it. */
export const shownPayload = (data: Buffer): ShownPayload => shown(unpackBytes(data))

/** The same, and how many bytes it is; null where it is more than are asked for. */
export function shownWithin(data: Buffer, maxBytes: number): { payload: ShownPayload; bytes: number } | null {
  const json = unpackBytes(data, maxBytes)
  return json && { payload: shown(json), bytes: json.length }
}

function shown(json: Buffer): ShownPayload {
  const payload = JSON.parse(json.toString('utf8')) as StepPayload
  const { input_data = null, output = null, additional_data = null, attempts, failures, possibly_repeated } = payload
  return {
    input_data,
    output,
    additional_data: additional_data as ShownPayload['additional_data'],
    ...(attempts !== undefined && { attempts }),
    ...(failures && { failures }),
    ...(possibly_repeated && { possibly_repeated }),
  }
}

/**
 * What these runs were given to work with, as far as it is still kept. With `maxBytes` those that come after so many together
 * are left out.
 */
export async function readBeginnings(
  ctx: Context,
  run_ids: string[],
  maxBytes = Infinity,
): Promise<Map<string, RunBeginning>> {
  const rows = await ctx.db
    .select()
    .from(runPayloads)
    .where(and(isAny(runPayloads.run_id, run_ids), eq(runPayloads.seq, 0)))
  const packed = new Map(rows.map(({ run_id, data }) => [run_id, data]))
  const beginnings = new Map<string, RunBeginning>()
  let bytesLeft = maxBytes
  for (const run_id of run_ids) {
    const data = packed.get(run_id)
    if (!data) continue
    await yieldToEventLoop()
    const json = unpackBytes(data, bytesLeft)
    bytesLeft -= json?.length ?? bytesLeft
    if (json) beginnings.set(run_id, JSON.parse(json.toString('utf8')) as RunBeginning)
  }
  return beginnings
}
