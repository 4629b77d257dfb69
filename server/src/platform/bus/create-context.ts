import type { AuditActionType, AuditDetails } from '../audit-action.ts'
import type { Clock } from '../clock.ts'
import type { Context, Ports } from '../context.ts'
import type { Database, Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AnyEvent } from '../event.ts'
import type { AnyJob, EnqueueOptions } from '../job.ts'
import type { Logger } from '../log.ts'
import { jobEnqueued } from './queue.ts'

/** An audited action with the context that says who did it. */
export type RecordedAuditAction = {
  readonly action: AuditActionType
  readonly details: AuditDetails
  readonly ctx: Context
}

/** What every context is made over; one for the whole process. */
type Core = {
  readonly database: Database
  readonly ports: Ports
  readonly log: Logger
  readonly clock: Clock
  readonly deliver: (event: AnyEvent, payload: unknown, about: unknown) => Promise<void>
  readonly enqueue: (db: Db, job: AnyJob, data: unknown, options: EnqueueOptions) => Promise<void>
  /** What each line of a context's log says beside its message: whose work it is about. */
  readonly logFieldsOf: (ctx: object) => Record<string, string>
  /** The statement that writes the audit entries of these actions. */
  readonly writeAuditEntries: (actions: readonly RecordedAuditAction[]) => string
}

/**
 * One transaction's handle, the events that wait for its commit and the audited actions that are written with it; `null`
 * outside of one.
 */
type Unit = { db: Db; pending: (() => Promise<void>)[]; actions: RecordedAuditAction[] } | null

type Origin = { core: Core; unit: Unit; extras: object; log: Logger }

/** What each context was made from, kept beside it so that `extendContext` can make another from the same. */
const origins = new WeakMap<Context, Origin>()

export function createContext(core: Core): Context {
  return make({ core, unit: null, extras: {}, log: core.log })
}

/** The same context with what a caller or an operation knows besides: the user, the organization, a log with an id. */
export function extendContext<C extends Context, Extras extends object>(ctx: C, extras: Extras): C & Extras {
  const from = origins.get(ctx)
  if (!from) throw new Error('Only a context can be extended')
  const log = 'log' in extras ? (extras.log as Logger) : from.log
  return make({ ...from, log, extras: { ...from.extras, ...extras } }) as C & Extras
}

function loggerOf({ core, log, extras }: Origin): Logger {
  const fields = core.logFieldsOf(extras)
  return Object.keys(fields).length > 0 ? log.child(fields) : log
}

function make(from: Origin): Context {
  const { core, unit } = from
  let log: Logger | undefined
  const ctx: Context = {
    ...from.extras,
    db: unit?.db ?? core.database.db,
    // Most contexts log nothing, and a child logger costs as much as some of their statements.
    get log() {
      log ??= loggerOf(from)
      return log
    },
    ports: core.ports,
    now: () => core.clock.now(),
    async transaction(work) {
      if (unit) return work(ctx as never)
      const pending: (() => Promise<void>)[] = []
      const actions: RecordedAuditAction[] = []
      const result = await inTransaction(
        core.database,
        (db) => work(make({ ...from, unit: { db, pending, actions } }) as never),
        () => (actions.length > 0 ? core.writeAuditEntries(actions) : null),
      )
      for (const deliver of pending) await deliver()
      return result
    },
    async emit(event, payload, ...about) {
      const deliver = () => core.deliver(event, payload, about.length > 0 ? about[0] : payload)
      if (unit) unit.pending.push(deliver)
      else await deliver()
    },
    async record(action, details = {}) {
      const recorded = { action, details, ctx }
      if (unit) unit.actions.push(recorded)
      else await core.database.pool.query(core.writeAuditEntries([recorded]))
    },
    async enqueue(job, data, options = {}) {
      await core.enqueue(ctx.db, job, data, options)
      await ctx.emit(jobEnqueued, { name: job.name, after_seconds: options.start_after_seconds ?? 0 })
    },
  }
  origins.set(ctx, from)
  return ctx
}
