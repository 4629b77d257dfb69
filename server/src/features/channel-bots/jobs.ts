import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** Of connections that nobody writes through, a token that was taken back would show to nobody. */
export const checkConnections = defineJob('channel-bots.check-connections', z.object({}), { every_seconds: 300 })
export const purgeUsedStates = defineJob('channel-bots.forget-used-states', z.object({}), { every_seconds: 3600 })
export const checkAllBots = defineJob('channel-bots.check-bots', z.object({}), { every_seconds: 300 })
/** A person has accepted a file on Microsoft Teams; the place for it is open for some minutes. */
export const uploadTchatFile = defineJob('channel-bots.upload-tchat-file', z.object({ file_id: z.uuid() }))
export const sweepUpdates = defineJob('channel-bots.take-due', z.object({}), { every_seconds: 5 })
export const purgeOldUpdates = defineJob('channel-bots.forget-updates', z.object({}), { every_seconds: 3600 })
