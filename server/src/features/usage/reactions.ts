import { onJob } from '#platform/reaction.ts'
import { foldUsage } from './fold-usage.ts'
import { foldPendingUsage } from './jobs.ts'

export const reactions = [onJob(foldPendingUsage, foldUsage)]
