import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** That an organization became inactive is emitted by nobody: it is a change in the database. */
export const recheckAllVisitors = defineJob('webchat.judge-visitors', z.object({}), { every_seconds: 30 })
