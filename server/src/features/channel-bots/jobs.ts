import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** Without this a revoked token would stay unnoticed on connections that send nothing. */
export const checkConnections = defineJob('channel-bots.check-connections', z.object({}), { every_seconds: 300 })
export const purgeUsedStates = defineJob('channel-bots.forget-used-states', z.object({}), { every_seconds: 3600 })
export const checkAllBots = defineJob('channel-bots.check-bots', z.object({}), { every_seconds: 300 })
/** A person has accepted a file on Microsoft Teams. `attempt` counts from 1; a later one waits for a drive that is away. */
export const uploadTchatFile = defineJob(
  'channel-bots.upload-tchat-file',
  z.object({ file_id: z.uuid(), attempt: z.int().default(1) }),
)
/** That file is uploaded, and its chat is to show it. A job that dies is not repeated: the chat may show it already. */
export const showTchatFile = defineJob(
  'channel-bots.show-tchat-file',
  z.object({
    file_id: z.uuid(),
    unique_id: z.string().optional(),
    file_type: z.string().optional(),
    attempt: z.int(),
  }),
  { attempts: 1 },
)
/** An organization has disconnected a workspace while Slack could not be reached. `attempt` counts from 1. */
export const removeWchatApp = defineJob(
  'channel-bots.remove-wchat-app',
  z.object({ organization_id: z.uuid(), team_id: z.string(), bot_token_sealed: z.string(), attempt: z.int() }),
)
/** Finds updates whose event was missed. The name is that of the queue in the database, and so stays. */
export const sweepUpdates = defineJob('channel-bots.take-due', z.object({}), { every_seconds: 5 })
export const purgeOldUpdates = defineJob('channel-bots.forget-updates', z.object({}), { every_seconds: 3600 })
