import { onJob } from '#platform/reaction.ts'
import { continueRun, failOrphan } from './continue-run.ts'
import { renewLeases } from './hold-run.ts'
import { continueDetachedRun, dropOldPayloads, failOrphanedRun, recoverLostRuns, renewRunLeases } from './jobs.ts'
import { dropPayloads, recoverRuns } from './recover-runs.ts'

export const reactions = [
  onJob(renewRunLeases, renewLeases),
  onJob(recoverLostRuns, recoverRuns),
  onJob(dropOldPayloads, dropPayloads),
  onJob(continueDetachedRun, continueRun),
  onJob(failOrphanedRun, failOrphan),
]
