import { onJob } from '#platform/reaction.ts'
import { forgetClearedKeys, pollConnectionAttempts } from './jobs.ts'
import { pollAttempts } from './plan/poll-attempts.ts'
import { forgetCleared } from './restore-provider.ts'

export const reactions = [onJob(forgetClearedKeys, forgetCleared), onJob(pollConnectionAttempts, pollAttempts)]
