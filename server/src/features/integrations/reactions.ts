import { onJob } from '#platform/reaction.ts'
import { sweepExpiredAttempts } from './accounts/attempts.ts'
import { removeAccountsOfFormerMembers } from './accounts/remove-accounts-of-former-members.ts'
import { revokeAtProvider, revokeQueuedGrants } from './accounts/revoke-grants.ts'
import { listEntryAgain } from './entry-servers/list-entry-tools.ts'
import { listToolsOfEntry, revokeQueuedGrant, sweepAccounts, sweepAttempts } from './jobs.ts'

export const reactions = [
  onJob(sweepAttempts, sweepExpiredAttempts),
  onJob(sweepAccounts, async (ctx) => {
    await removeAccountsOfFormerMembers(ctx)
    await revokeQueuedGrants(ctx)
  }),
  onJob(listToolsOfEntry, listEntryAgain),
  onJob(revokeQueuedGrant, revokeAtProvider),
]
