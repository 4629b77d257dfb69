import { and, desc, eq, sql } from 'drizzle-orm'
import type { ConnectionAttempt } from '#contracts/models.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { connectionAttemptUpdated } from '../events.ts'
import { type ConnectionAttemptRow, vendorConnectionAttempts } from '../table.ts'

export const isPending = eq(vendorConnectionAttempts.status, 'pending')

const ofOrganization = (ctx: OrgContext) => eq(vendorConnectionAttempts.organization_id, ctx.organization.id)

/** The last one that was begun. */
export async function findAttempt(ctx: OrgContext): Promise<ConnectionAttemptRow> {
  const [row] = await ctx.db
    .select()
    .from(vendorConnectionAttempts)
    .where(ofOrganization(ctx))
    .orderBy(desc(vendorConnectionAttempts.id))
    .limit(1)
  if (!row) throw new AppError('not_found', 'Nobody has tried to connect yet', { isExpected: true })
  return row
}

export async function findPendingAttempt(ctx: OrgContext): Promise<ConnectionAttemptRow | null> {
  const [row] = await ctx.db
    .select()
    .from(vendorConnectionAttempts)
    .where(and(ofOrganization(ctx), isPending))
  return row && !isOver(row, ctx.now()) ? row : null
}

export const isOver = ({ expires_at }: ConnectionAttemptRow, now: Date): boolean => expires_at <= now

export function presentAttempt(row: ConnectionAttemptRow, now: Date): ConnectionAttempt {
  const { user_code, verification_url, expires_at, error } = row
  const status = row.status === 'pending' && isOver(row, now) ? 'expired' : row.status
  return { status, user_code, verification_url, expires_at: expires_at.toISOString(), ...(error && { error }) }
}

type End = { status: Exclude<ConnectionAttempt['status'], 'pending'>; error?: string }

/** Ends the pending attempt that fits; null where it has ended already, or another process has taken it over. */
export async function endAttempt(
  ctx: OrgContext,
  fits: ReturnType<typeof and>,
  { status, error }: End,
): Promise<ConnectionAttemptRow | null> {
  const [row] = await ctx.db
    .update(vendorConnectionAttempts)
    .set({ status, error: error ?? null, grant_sealed: null, lease_id: null, leased_until: null })
    .where(and(ofOrganization(ctx), isPending, fits))
    .returning()
  if (!row) return null
  await announceAttempt(ctx, row)
  return row
}

export async function announceAttempt(ctx: OrgContext, row: ConnectionAttemptRow): Promise<void> {
  const { organization_id } = row
  await ctx.emit(connectionAttemptUpdated, { ...presentAttempt(row, ctx.now()), organization_id })
}

export async function cancelAttempt(ctx: OrgContext): Promise<ConnectionAttemptRow> {
  const row = await endAttempt(ctx, sql`true`, { status: 'cancelled' })
  if (!row) throw new AppError('not_found', 'Nothing is being connected')
  return row
}
