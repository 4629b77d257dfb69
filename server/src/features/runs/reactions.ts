import { onEvent, onJob } from '#platform/reaction.ts'
import { dailyLimitChanged, staffUserRemoved } from '../organizations/events.ts'
import { teammateDeleted } from '../teammates/events.ts'
import { cancelPersonalRuns, cancelRunsOfTeammate } from './control/cancel-run.ts'
import {
  continueDetachedRun,
  dispatchWaitingRuns,
  dropOldPayloads,
  erasePayloadsOfEnded,
  erasureRequested,
  failOrphanedRun,
  logDepth,
  releaseLostReservations,
  renewRunLeases,
  runCancelRequested,
  runQueued,
  wakeSuspendedRuns,
} from './jobs.ts'
import { dropPayloads } from './log/drop-payloads.ts'
import { erasePayloads } from './log/erase-payloads.ts'
import { continueRun, failOrphan } from './queue/continue-run.ts'
import { dispatchRuns, startDispatching } from './queue/dispatch-runs.ts'
import { renewLeases } from './queue/lease-run.ts'
import { cancelLive } from './queue/live-runs.ts'
import { logQueueDepth } from './queue/log-depth.ts'
import { noticeNewLimit } from './spend/daily-limit.ts'
import { releaseReservations } from './spend/release-reservations.ts'
import { wakeRuns } from './suspensions/wake-runs.ts'

export const reactions = [
  onJob(renewRunLeases, renewLeases),
  onJob(dispatchWaitingRuns, dispatchRuns),
  onJob(wakeSuspendedRuns, wakeRuns),
  onEvent(runQueued, startDispatching),
  onEvent(runCancelRequested, async (_ctx, { run_id }) => cancelLive(run_id)),
  onJob(releaseLostReservations, releaseReservations),
  onJob(dropOldPayloads, dropPayloads),
  onJob(erasePayloadsOfEnded, erasePayloads),
  onEvent(erasureRequested, erasePayloads),
  onJob(logDepth, logQueueDepth),
  onEvent(continueDetachedRun, continueRun),
  onEvent(failOrphanedRun, failOrphan),
  onEvent(dailyLimitChanged, noticeNewLimit),
  onEvent(teammateDeleted, cancelRunsOfTeammate),
  onEvent(staffUserRemoved, cancelPersonalRuns),
]
