import { and, desc, eq, getTableColumns, isNotNull } from 'drizzle-orm'
import type { Person, StaffTeammate } from '#contracts/staff.ts'
import type { MemberContext } from '../organizations/context.ts'
import { visibleTeammates } from '../teammates/access.ts'
import { ensureAlly } from '../teammates/ensure-ally.ts'
import { presentTeammate } from '../teammates/present.ts'
import { aiEmployees, type TeammateRow } from '../teammates/table.ts'
import { listEverybody } from './access.ts'

type Ai = StaffTeammate & { kind: 'ai' }
type Human = Person & { kind: 'human' }

/** Everyone at once: the teammates that the caller sees, their own assistant first, and all people. */
export async function listStaff(ctx: MemberContext): Promise<(Ai | Human)[]> {
  await ensureAlly(ctx)
  const teammates = await ctx.db
    .select(briefly)
    .from(aiEmployees)
    .where(visibleTeammates(ctx))
    .orderBy(desc(isNotNull(aiEmployees.owned_by_user_id)), desc(aiEmployees.id))
  const people = await listEverybody(ctx)
  return [...teammates.map(presentAi), ...people.map((person) => ({ ...person, kind: 'human' as const }))]
}

export async function listDeletedStaff(ctx: MemberContext): Promise<Ai[]> {
  const deleted = await ctx.db
    .select(briefly)
    .from(aiEmployees)
    .where(and(eq(aiEmployees.organization_id, ctx.organization.id), isNotNull(aiEmployees.deleted_at)))
    .orderBy(desc(aiEmployees.deleted_at), desc(aiEmployees.id))
  return deleted.map(presentAi)
}

const { instructions: _long, ...briefly } = getTableColumns(aiEmployees)

function presentAi(row: Omit<TeammateRow, 'instructions'>): Ai {
  const { instructions: _none, ...teammate } = presentTeammate({ ...row, instructions: '' })
  return { ...teammate, kind: 'ai' }
}
