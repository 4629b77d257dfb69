import type { StargateTask } from '#contracts/stargate.ts'
import type { StargateTaskRow } from './table.ts'

export const presentTask = (row: StargateTaskRow): StargateTask => ({
  stargate_task_id: row.id,
  organization_id: row.organization_id,
  system: row.system,
  method: row.method,
  uri: row.uri,
  body: row.body,
  response: row.response,
  status: row.status,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
