import type { HostedToken } from '#contracts/mcp.ts'
import type { HostedTokenRow } from './table.ts'

export const TOKEN_PREFIX = 'mcp_'

export const presentToken = ({ id, name, ending, created_at, last_used_at }: HostedTokenRow): HostedToken => ({
  id,
  name,
  token: `${TOKEN_PREFIX}${'•'.repeat(8)}${ending}`,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
})
