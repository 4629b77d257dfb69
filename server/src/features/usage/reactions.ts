import { onJob } from '#platform/reaction.ts'
import { aggregateUsage } from './aggregate-usage.ts'
import { aggregatePendingUsage } from './jobs.ts'

export const reactions = [onJob(aggregatePendingUsage, aggregateUsage)]
