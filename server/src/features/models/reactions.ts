import { onJob } from '#platform/reaction.ts'
import { forgetClearedKeys } from './jobs.ts'
import { forgetCleared } from './restore-provider.ts'

export const reactions = [onJob(forgetClearedKeys, forgetCleared)]
