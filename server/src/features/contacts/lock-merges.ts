import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { contactChannels, contacts } from './table.ts'

/**
 * Locks merges of the organization until the transaction ends, because two that cross would deadlock. Call it before reading
 * anything that a merge changes.
 */
export async function lockMerges(ctx: OrgContext): Promise<void> {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`contact merges of ${ctx.organization.id}`}, 0))`,
  )
}

/** Channels before contacts, which is the order in which a message that comes in locks them. */
export async function lockContacts(ctx: OrgContext, ids: string[]): Promise<void> {
  await ctx.db
    .select({ id: contactChannels.id })
    .from(contactChannels)
    .where(inArray(contactChannels.contact_id, ids))
    .orderBy(asc(contactChannels.id))
    .for('no key update')
  for (const id of ids.toSorted()) {
    await ctx.db.select({ id: contacts.id }).from(contacts).where(eq(contacts.id, id)).for('no key update')
  }
}
