import { onJob } from '#platform/reaction.ts'
import { sweepExpiredAttempts } from './attempts.ts'
import { sweepAttempts } from './jobs.ts'

export const reactions = [onJob(sweepAttempts, sweepExpiredAttempts)]
