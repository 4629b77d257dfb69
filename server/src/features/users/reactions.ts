import { onJob } from '#platform/reaction.ts'
import { forgetEndedSessions } from './find-session.ts'
import { sweepSessions } from './jobs.ts'

export const reactions = [onJob(sweepSessions, forgetEndedSessions)]
