import type { Context } from '#platform/context.ts'
import { processId } from '#platform/process-id.ts'
import { LeaseLost, RunCancelled } from '../run-outcome.ts'

/** This process, as the holder of leases. */
export const holder = processId

type LiveRun = {
  readonly id: string
  readonly organization_id: string
  readonly attempts: number
  readonly started: number
  readonly signal: AbortSignal
}

type Entry = LiveRun & { ports: Context['ports']; controller: AbortController; ended: Promise<void>; end: () => void }

const live = new Map<string, Entry>()
const endings = new WeakMap<Context['ports'], (() => void)[]>()

/** Called after each run that this server has executed. */
export function onRunEnded({ ports }: Context, listener: () => void): void {
  endings.set(ports, [...(endings.get(ports) ?? []), listener])
}

/** Registers a run while this process executes it; its signal stops it early. */
export function enterRun(
  ctx: Context,
  { id, organization_id, attempts }: Pick<LiveRun, 'id' | 'organization_id' | 'attempts'>,
  above?: AbortSignal,
): LiveRun & Disposable {
  // An older attempt in this process, whose lease ended while the process was paused.
  dropLive(id)
  const controller = new AbortController()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const stop = () => controller.abort(above?.reason)
  if (above?.aborted) stop()
  above?.addEventListener('abort', stop, { once: true })
  const run = { id, organization_id, attempts, started: ctx.now().getTime(), signal: controller.signal }
  const entry = { ...run, ports: ctx.ports, controller, ended, end }
  live.set(id, entry)
  return {
    ...run,
    [Symbol.dispose]() {
      if (live.get(id) === entry) live.delete(id)
      above?.removeEventListener('abort', stop)
      end()
      for (const listener of endings.get(ctx.ports) ?? []) listener()
    },
  }
}

const entriesOf = ({ ports }: Context): Entry[] => [...live.values()].filter((run) => run.ports === ports)

/** The runs of one server, where several share a process, as in tests. */
export const liveRuns = (ctx: Context): LiveRun[] => entriesOf(ctx)

export const cancelLive = (id: string): void => live.get(id)?.controller.abort(new RunCancelled('The run was stopped'))
export const dropLive = (id: string): void => live.get(id)?.controller.abort(new LeaseLost('The run was taken over'))

/** Resolves when this server executes no run: one that ends may begin another, such as one for a title. */
export async function allRunsEnded(ctx: Context): Promise<void> {
  for (let runs = entriesOf(ctx); runs.length > 0; runs = entriesOf(ctx)) {
    await Promise.all(runs.map(({ ended }) => ended))
  }
}
