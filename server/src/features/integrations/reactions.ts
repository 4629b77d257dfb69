import { onJob } from '#platform/reaction.ts'
import { sweepExpiredAttempts } from './accounts/attempts.ts'
import { askToRevoke } from './accounts/forget-grant.ts'
import { listEntryAgain } from './entry-servers/list-entry-tools.ts'
import { listToolsOfEntry, revokeForgotten, sweepAttempts } from './jobs.ts'

export const reactions = [
  onJob(sweepAttempts, sweepExpiredAttempts),
  onJob(listToolsOfEntry, listEntryAgain),
  onJob(revokeForgotten, askToRevoke),
]
