import type { Context } from '#platform/context.ts'
import {
  staffTeammateCreated,
  staffTeammateDeleted,
  staffTeammateUpdated,
  teammateCreated,
  teammateDeleted,
  teammateUpdated,
} from './events.ts'
import { presentTeammate } from './present.ts'
import type { TeammateRow } from './table.ts'

const change = {
  created: [teammateCreated, staffTeammateCreated],
  updated: [teammateUpdated, staffTeammateUpdated],
  deleted: [teammateDeleted, staffTeammateDeleted],
}

export async function announceTeammate(ctx: Context, what: keyof typeof change, row: TeammateRow): Promise<void> {
  for (const event of change[what]) await ctx.emit(event, presentTeammate(row))
}
