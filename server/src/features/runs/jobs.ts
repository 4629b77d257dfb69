import { z } from 'zod'
import { defineBroadcast, defineEvent, type EventType } from '#platform/event.ts'
import { defineJob } from '#platform/job.ts'

export const renewRunLeases = defineJob('runs.renew-leases', z.object({}), { every_seconds: 2 })
/** For runs that no process was notified of, and for runs whose process is gone. */
export const dispatchWaitingRuns = defineJob('runs.dispatch', z.object({}), { every_seconds: 3 })
/** Timers of suspended runs; those that end soon are set where they were made, too. */
export const wakeSuspendedRuns = defineJob('runs.wake', z.object({}), { every_seconds: 10 })
export const releaseLostReservations = defineJob('runs.release-reservations', z.object({}), { every_seconds: 15 })
export const dropOldPayloads = defineJob('runs.drop-old-payloads', z.object({}), { every_seconds: 3600 })
/** For runs that end after their contact was deleted. */
export const erasePayloadsOfEnded = defineJob('runs.erase-payloads', z.object({}), { every_seconds: 20 })
/** The contract: at the start and every 120 seconds. */
export const logDepth = defineJob('runs.log-depth', z.object({}), { every_seconds: 120 })

export const RunJob = z.object({ run_id: z.uuid() })
export type RunJob = z.infer<typeof RunJob>

/** A run waits for a process with a free slot. */
export const runQueued = defineBroadcast('runs.queued', z.object({}))
/** The process that executes this run is to stop. */
export const runCancelRequested = defineBroadcast('runs.cancel-requested', RunJob)

/** Runs were noted whose payloads are to be deleted. */
export const erasureRequested = defineEvent('runs.erasure-requested', z.object({}))
/** What else holds what these runs worked with is to be deleted. */
export const payloadsErased = defineEvent('runs.payloads-erased', z.object({ run_ids: z.array(z.uuid()) }))

export type RunKind = EventType<RunJob>

/** Kinds by name; a lease has the name of the kind that continues its run. */
export const runKinds = new Map<string, RunKind>()

/** Kinds of runs that are about a conversation but publish nothing in it, such as drafts. A takeover does not stop them. */
export const conversationTasks = new Set<string>()

/** Declares a kind of run. A reaction to it continues runs that waited or whose process died. */
export function defineRunKind(name: string, { is_conversation_task = false } = {}): RunKind {
  const kind = defineEvent(name, RunJob)
  runKinds.set(name, kind)
  if (is_conversation_task) conversationTasks.add(name)
  return kind
}

/** Continues runs that belong to no conversation. */
export const continueDetachedRun = defineRunKind('runs.continue')
export const failOrphanedRun = defineRunKind('runs.fail-orphan')
