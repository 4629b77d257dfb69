import { onJob } from '#platform/reaction.ts'
import { pollConnectionAttempts, purgeClearedKeys } from './jobs.ts'
import { pollAttempts } from './plan/poll-attempts.ts'
import { eraseClearedKeys } from './providers/restore-provider.ts'

export const reactions = [onJob(purgeClearedKeys, eraseClearedKeys), onJob(pollConnectionAttempts, pollAttempts)]
