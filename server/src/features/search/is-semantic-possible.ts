import type { Context } from '#platform/context.ts'
import { readCollection } from './indexing/collection.ts'

/** An operator may recreate the collection meanwhile. */
const READ_AGAIN_MS = 60_000

type Known = { is_possible: boolean; read_at: number }

const known = new WeakMap<object, Known>()

/** Whether this server has vectors that its embedding can search; read once a minute, because every answer asks. */
export async function isSemanticPossible(ctx: Context): Promise<boolean> {
  const now = ctx.now().getTime()
  const before = known.get(ctx.ports)
  if (before && now - before.read_at < READ_AGAIN_MS) return before.is_possible
  const is_possible = (await readCollection(ctx)).state === 'ready'
  known.set(ctx.ports, { is_possible, read_at: now })
  return is_possible
}
