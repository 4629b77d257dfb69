import { onJob } from '#platform/reaction.ts'
import { recheckAllVisitors } from './jobs.ts'
import { recheckVisitors } from './recheck-visitors.ts'

export const reactions = [onJob(recheckAllVisitors, recheckVisitors)]
