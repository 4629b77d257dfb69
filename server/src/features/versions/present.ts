import type { EntityVersion } from '#contracts/versions.ts'
import type { EntityVersionRow } from './table.ts'

export function presentVersion(row: EntityVersionRow): EntityVersion {
  return {
    id: row.id,
    entity_type: row.entity_type,
    entity_id: row.entity_id,
    version: row.version,
    snapshot: row.snapshot,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
  }
}
