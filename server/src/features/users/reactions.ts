import { onJob } from '#platform/reaction.ts'
import { evictEndedSessions } from './find-session.ts'
import { sweepSessions } from './jobs.ts'

export const reactions = [onJob(sweepSessions, evictEndedSessions)]
