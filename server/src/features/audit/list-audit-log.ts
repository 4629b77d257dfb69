import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry, AuditFilter } from '#contracts/audit.ts'
import type { Context } from '#platform/context.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../organizations/context.ts'
import { users } from '../users/table.ts'
import { auditEntries } from './table.ts'

const DAY_MS = 86_400_000
/** The driver reads all rows of a statement before anyone else has a turn. */
const CHUNK = 200
/** So many of them are written between two turns of others: an entry may have the whole instructions of a teammate twice. */
const PIECE_LENGTH = 20

const ofOrganization = ({ organization }: OrgContext) => eq(auditEntries.organization_id, organization.id)

export async function listAuditLog(
  ctx: OrgContext,
  { page, limit, ...filter }: AuditFilter & { page: number; limit: number },
): Promise<Page<AuditEntry>> {
  const found = await paginate(ctx.db, entries(ctx, ofOrganization(ctx), filter), { page, limit })
  return { ...found, data: found.data.map(present) }
}

export async function listPlatformAuditLog(
  ctx: Context,
  { page, limit, ...filter }: AuditFilter & { page: number; limit: number },
): Promise<Page<AuditEntry>> {
  const found = await paginate(ctx.db, entries(ctx, isNull(auditEntries.organization_id), filter), { page, limit })
  return { ...found, data: found.data.map(present) }
}

/** All of it, read in pieces as it is asked for. */
export async function* readAuditLog(ctx: OrgContext, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  let before: SQL | undefined
  for (;;) {
    const found = await entries(ctx, and(ofOrganization(ctx), before), filter).limit(CHUNK)
    for (let at = 0; at < found.length; at += PIECE_LENGTH) {
      await yieldToEventLoop()
      yield* found.slice(at, at + PIECE_LENGTH).map(present)
    }
    const last = found.at(-1)?.entry
    if (!last || found.length < CHUNK) return
    before = sql`(${auditEntries.created_at}, ${auditEntries.id}) < (${last.created_at}, ${last.id})`
  }
}

function entries(ctx: Context, within: SQL | undefined, { actor, action, from, to }: AuditFilter) {
  return ctx.db
    .select({ entry: auditEntries, name: users.name, email: users.email })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.user_id))
    .where(
      and(
        within,
        actor ? eq(auditEntries.user_id, actor) : undefined,
        action ? eq(auditEntries.action, action) : undefined,
        from ? gte(auditEntries.created_at, new Date(from)) : undefined,
        to ? lt(auditEntries.created_at, endOf(to)) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.created_at), desc(auditEntries.id))
    .$dynamic()
}

/** A day ends where the next begins. */
const endOf = (to: string): Date => (to.includes('T') ? new Date(to) : new Date(Date.parse(to) + DAY_MS))

type Found = Awaited<ReturnType<typeof entries>>[number]

function present({ entry, name, email }: Found): AuditEntry {
  const { id, created_at, action, actor, user_id, subject_type, subject_id, subject_name } = entry
  const { before, after, address, request_id } = entry
  return {
    id,
    created_at: created_at.toISOString(),
    action,
    actor: { kind: actor, user_id, name, email },
    subject: subject_type === null ? null : { type: subject_type, id: subject_id, name: subject_name },
    before,
    after,
    address,
    request_id,
  }
}
