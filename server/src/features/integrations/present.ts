import type { Integration } from '#contracts/integrations.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { ShownAccount } from './accounts/list-accounts.ts'
import { isAvailable, lacksScope } from './accounts/provider.ts'

const VALIDITY = { valid: true, invalid: false, unknown: null } as const

/** Neither its tokens nor anything of them. */
export const presentAccount = (
  { ports, organization }: OrgContext,
  teammate: { id: string },
  { service, row, connector, membership }: ShownAccount,
): Integration => ({
  organization_id: organization.id,
  employee_id: teammate.id,
  service,
  is_available: isAvailable(ports.config, service),
  is_connected: row !== null,
  is_valid: row ? VALIDITY[row.status] : null,
  needs_reconnect: row !== null && lacksScope(row),
  account: row?.account ?? null,
  connected_by: connector && {
    id: connector.id,
    name: connector.name ?? connector.email,
    has_left: membership === null,
  },
  connected_at: row?.connected_at.toISOString() ?? null,
  checked_at: row?.checked_at.toISOString() ?? null,
})
