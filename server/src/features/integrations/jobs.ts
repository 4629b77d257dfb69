import { z } from 'zod'
import { OAUTH_ENTRIES } from '#contracts/connector-names.ts'
import { IntegrationService } from '#contracts/integrations.ts'
import { defineJob } from '#platform/job.ts'

export const sweepAttempts = defineJob('integrations.sweep-attempts', z.object({}), { every_seconds: 600 })

/** For accounts that went with something else, such as their organization, and for those that nobody may work with any more. */
export const sweepAccounts = defineJob('integrations.sweep-accounts', z.object({}), { every_seconds: 60 })

/** Revokes what an account had granted that is connected no more. */
export const revokeQueuedGrant = defineJob(
  'integrations.revoke-queued-grant',
  z.object({ service: IntegrationService, account: z.string(), tokens_sealed: z.string() }),
  { attempts: 8 },
)

/** Lists the tools of a server in place of a toolset again, with the account of a teammate. */
export const listToolsOfEntry = defineJob(
  'integrations.list-tools',
  z.object({ organization_id: z.uuid(), employee_id: z.uuid(), oauth_mcp: z.enum(OAUTH_ENTRIES) }),
  { attempts: 1, unique_by: ({ employee_id, oauth_mcp }) => `${employee_id} ${oauth_mcp}` },
)
