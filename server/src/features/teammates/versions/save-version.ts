import type { OrgContext } from '../../organizations/context.ts'
import { takeSnapshot } from '../../versions/take-snapshot.ts'
import { presentTeammate } from '../present.ts'
import type { TeammateRow } from '../table.ts'

export const TEAMMATE_VERSIONS = 'ai_employee'

export const saveVersion = (ctx: OrgContext, row: TeammateRow) =>
  takeSnapshot(ctx, { entity_type: TEAMMATE_VERSIONS, entity_id: row.id, snapshot: presentTeammate(row) })
