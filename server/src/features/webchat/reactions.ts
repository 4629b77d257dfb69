import { onJob } from '#platform/reaction.ts'
import { judgeVisitorsAnew } from './jobs.ts'
import { judgeVisitors } from './judge-visitors.ts'

export const reactions = [onJob(judgeVisitorsAnew, judgeVisitors)]
