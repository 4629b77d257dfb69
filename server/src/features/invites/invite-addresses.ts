import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type CreateInvites, Email, type SkippedAddress } from '#contracts/invites.ts'
import type { MemberContext } from '../organizations/context.ts'
import { memberships } from '../organizations/table.ts'
import { users } from '../users/table.ts'
import { announceInvite } from './announce-invite.ts'
import { newInvite, reportCreated } from './make-invite.ts'
import type { FoundInvite } from './present.ts'
import { requireAllowance } from './require-allowance.ts'
import { organizationInvites } from './table.ts'
import { byInviter, stateOf } from './usable-invite.ts'

export type Invited = { created: FoundInvite[]; skipped: SkippedAddress[] }

/** Invites every address that can be invited, each for itself; an address that is named twice is invited once. */
export function inviteAddresses(ctx: MemberContext, { emails, ...shared }: CreateInvites): Promise<Invited> {
  const read = emails.map((given) => ({ given, email: Email.safeParse(given).data }))
  const unreadable = read.filter(({ email }) => email === undefined).map(({ given }) => given)
  // In one order, so that two who invite the same people at once do not wait for each other.
  const wanted = [...new Set(read.flatMap(({ email }) => email ?? []))].sort()
  return ctx.transaction(async (ctx) => {
    const members = await membersAmong(ctx, wanted)
    const others = wanted.filter((email) => !members.has(email))
    await requireAllowance(ctx, others.length)
    await cancelReplaced(ctx, others)
    const created: FoundInvite[] = []
    for (const email of others) {
      const [row] = await ctx.db
        .insert(organizationInvites)
        .values(newInvite(ctx, { email, ...shared }))
        .onConflictDoNothing()
        .returning()
      if (row) created.push(await reportCreated(ctx, row))
    }
    const invited = new Set(created.map(({ invite }) => invite.email))
    const waiting = others.filter((email) => !invited.has(email))
    return {
      created,
      skipped: [
        ...[...new Set(unreadable)].map((email) => ({ email, reason: 'NOT_AN_ADDRESS' as const })),
        ...[...members].map((email) => ({ email, reason: 'ALREADY_MEMBER' as const })),
        ...waiting.map((email) => ({ email, reason: 'ALREADY_INVITED' as const })),
      ],
    }
  })
}

async function membersAmong(ctx: MemberContext, emails: string[]): Promise<Set<string>> {
  const email = sql<string>`lower(${users.email})`
  const rows = await ctx.db
    .select({ email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(
      and(eq(memberships.organization_id, ctx.organization.id), isNull(memberships.removed_at), inArray(email, emails)),
    )
  return new Set(rows.map((row) => row.email))
}

/** An invite that nobody can accept any more must not keep its address from being invited again. */
async function cancelReplaced(ctx: MemberContext, emails: string[]): Promise<void> {
  const pending = await ctx.db
    .select({ invite: organizationInvites, inviter: memberships })
    .from(organizationInvites)
    .leftJoin(memberships, byInviter)
    .where(
      and(
        eq(organizationInvites.organization_id, ctx.organization.id),
        eq(organizationInvites.status, 'Pending'),
        inArray(organizationInvites.email, emails),
      ),
    )
    .orderBy(asc(organizationInvites.id))
    .for('update', { of: organizationInvites })
  const old = pending.filter((found) => stateOf(found, ctx.now()) !== 'Pending').map(({ invite }) => invite.id)
  if (old.length === 0) return
  await ctx.db.update(organizationInvites).set({ status: 'Cancelled' }).where(inArray(organizationInvites.id, old))
  for (const id of old) await announceInvite(ctx, id)
}
