import { onJob } from '#platform/reaction.ts'
import { sweepExpiredAttempts } from './accounts/attempts.ts'
import { askToRevoke, forgetGrants } from './accounts/forget-grant.ts'
import { forgetLeavers } from './accounts/forget-leavers.ts'
import { listEntryAgain } from './entry-servers/list-entry-tools.ts'
import { listToolsOfEntry, revokeForgotten, sweepAccounts, sweepAttempts } from './jobs.ts'

export const reactions = [
  onJob(sweepAttempts, sweepExpiredAttempts),
  onJob(sweepAccounts, async (ctx) => {
    await forgetLeavers(ctx)
    await forgetGrants(ctx)
  }),
  onJob(listToolsOfEntry, listEntryAgain),
  onJob(revokeForgotten, askToRevoke),
]
