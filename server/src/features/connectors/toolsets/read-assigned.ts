import { sql } from 'drizzle-orm'
import type { ConnectorType, OauthEntry } from '#contracts/connector-names.ts'
import type { Context } from '#platform/context.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { defineStatement } from '#platform/db/statement.ts'

/** What is assigned to a teammate, without the lists of tools, which may be long. */
export type Assigned = {
  id: string
  mcp_id: string | null
  /** Of an entry, and of a connector that names one. */
  oauth_mcp: OauthEntry | null
  name: string
  ask: string[]
  type: ConnectorType
  list_version: number
  tool_count: number | null
  token_count: number | null
  listed_at: Date | null
  last_error: string | null
  last_error_at: Date | null
}

/** In the order in which they were assigned, so that of two toolsets of one name the earlier one keeps it. */
const assignedTo = defineStatement(
  'assigned_connectors',
  { organization_id: 'uuid', employee_id: 'uuid' },
  (p) => sql<Assigned>`
    select a.id, a.mcp_id, coalesce(a.oauth_mcp, m.oauth_mcp) as oauth_mcp, coalesce(m.name, a.oauth_mcp) as name, a.ask,
      coalesce(m.type, 'oauth') as type, coalesce(m.list_version, 0) as list_version, m.tool_count, m.token_count,
      m.listed_at, m.last_error, m.last_error_at
    from employee_mcps a left join mcps m on m.organization_id = a.organization_id and m.id = a.mcp_id
    where a.organization_id = ${p.organization_id} and a.employee_id = ${p.employee_id}
    order by a.id`,
)

/** Each answer of a busy teammate begins with it. */
const shared = defineSharedRead((db) => ({
  execute: (of: { organization_id: string; employee_id: string }) => assignedTo(db, of),
}))

export const readAssigned = (
  { db }: Pick<Context, 'db'>,
  { id, organization_id }: { id: string; organization_id: string },
): Promise<Assigned[]> => shared(db, { organization_id, employee_id: id })
