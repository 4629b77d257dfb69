import { onJob } from '#platform/reaction.ts'
import { sweepExpiredAttempts } from './accounts/attempts.ts'
import { listEntryAgain } from './entry-servers/list-entry-tools.ts'
import { listToolsOfEntry, sweepAttempts } from './jobs.ts'

export const reactions = [onJob(sweepAttempts, sweepExpiredAttempts), onJob(listToolsOfEntry, listEntryAgain)]
