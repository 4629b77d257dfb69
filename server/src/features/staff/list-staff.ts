import { and, desc, eq, getTableColumns, isNotNull, type SQL } from 'drizzle-orm'
import type { Person, StaffTeammate } from '#contracts/staff.ts'
import { isAny } from '#platform/db/is-any.ts'
import { idsInOrder, readInPages } from '#platform/db/read-in-pages.ts'
import type { MemberContext } from '../organizations/context.ts'
import { visibleTeammates } from '../teammates/access.ts'
import { ensureAlly } from '../teammates/ensure-ally.ts'
import { presentTeammate } from '../teammates/present.ts'
import { aiEmployees, type TeammateRow } from '../teammates/table.ts'
import { listEverybody } from './access.ts'

type Ai = StaffTeammate & { kind: 'ai' }
type Human = Person & { kind: 'human' }

/** Everyone: the teammates that the caller sees, their own assistant first, and all people. */
export async function* listStaff(ctx: MemberContext): AsyncGenerator<(Ai | Human)[]> {
  await ensureAlly(ctx)
  const ownFirst = [desc(isNotNull(aiEmployees.owned_by_user_id)), desc(aiEmployees.id)]
  yield* teammatesInPages(ctx, visibleTeammates(ctx), ownFirst)
  for await (const people of listEverybody(ctx)) yield people.map((person) => ({ ...person, kind: 'human' as const }))
}

export const listDeletedStaff = (ctx: MemberContext): AsyncGenerator<Ai[]> =>
  teammatesInPages(ctx, and(eq(aiEmployees.organization_id, ctx.organization.id), isNotNull(aiEmployees.deleted_at)), [
    desc(aiEmployees.deleted_at),
    desc(aiEmployees.id),
  ])

const { instructions: _long, ...briefly } = getTableColumns(aiEmployees)

async function* teammatesInPages({ db }: MemberContext, which: SQL | undefined, order: SQL[]): AsyncGenerator<Ai[]> {
  const listed = (among?: SQL) => db.select(briefly).from(aiEmployees).where(and(which, among))
  const pages = readInPages({
    first: (limit) =>
      listed()
        .orderBy(...order)
        .limit(limit),
    ids: () =>
      db
        .select({ ids: idsInOrder(aiEmployees.id, ...order) })
        .from(aiEmployees)
        .where(which),
    byIds: (ids) => listed(isAny(aiEmployees.id, ids)),
    idOf: ({ id }) => id,
  })
  for await (const page of pages) yield page.map(presentAi)
}

function presentAi(row: Omit<TeammateRow, 'instructions'>): Ai {
  const { instructions: _none, ...teammate } = presentTeammate({ ...row, instructions: '' })
  return { ...teammate, kind: 'ai' }
}
