import { onJob } from '#platform/reaction.ts'
import { sweepExpiredAttempts } from './attempts.ts'
import { listToolsOfEntry, sweepAttempts } from './jobs.ts'
import { listEntryAgain } from './list-entry-tools.ts'

export const reactions = [onJob(sweepAttempts, sweepExpiredAttempts), onJob(listToolsOfEntry, listEntryAgain)]
