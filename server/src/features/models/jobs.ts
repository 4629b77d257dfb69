import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

export const purgeClearedKeys = defineJob('models.forget-cleared-keys', z.object({}), { every_seconds: 60 })
/** Which attempts are due is in their rows, so that the sign-in continues whichever process is left. */
export const pollConnectionAttempts = defineJob('models.poll-connection-attempts', z.object({}), { every_seconds: 5 })
