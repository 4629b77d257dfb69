import { and, eq, sql } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { type ConnectionAttemptRow, vendorConnectionAttempts } from '../table.ts'
import { endAttempt, isOver, isPending } from './attempts.ts'
import { completeAttempt } from './complete-attempt.ts'
import { DeviceGrant, exchangeGrant, pollForGrant, type SignInFailure } from './device-sign-in.ts'

/** Longer than a poll and the exchange after it may take. */
const LEASE_SECONDS = 30
const BATCH_SIZE = 20
const SLOWER_BY_SECONDS = 5

type Leased = ConnectionAttemptRow & { lease_id: string }

/** Asks the vendor about every attempt that is due, each in the hands of one process at a time. */
export async function pollAttempts(ctx: Context): Promise<void> {
  for (;;) {
    const leased = await leaseDue(ctx)
    await Promise.all(
      leased.map(({ attempt, organization }) => {
        const orgCtx = extendContext(ctx, { organization })
        return pollAttempt(orgCtx, attempt).catch((error) => orgCtx.log.error({ err: error }, 'a poll failed'))
      }),
    )
    if (leased.length < BATCH_SIZE) return
  }
}

/** Leases attempts that are due in the statement that finds them, so that two processes never poll the same. */
async function leaseDue(ctx: Context) {
  const now = ctx.now().toISOString()
  const lease_id = newId()
  const leased = await ctx.db.execute(sql`
    update ${vendorConnectionAttempts} set lease_id = ${lease_id},
      leased_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from ${vendorConnectionAttempts}
      where status = 'pending' and next_poll_at <= ${now}::timestamptz
        and (leased_until is null or leased_until <= ${now}::timestamptz)
      order by next_poll_at limit ${BATCH_SIZE} for update skip locked)`)
  if (leased.rowCount === 0) return []
  const rows = await ctx.db
    .select({ attempt: vendorConnectionAttempts, organization: organizations })
    .from(vendorConnectionAttempts)
    .innerJoin(organizations, eq(organizations.id, vendorConnectionAttempts.organization_id))
    .where(and(eq(vendorConnectionAttempts.lease_id, lease_id), isPending))
  return rows.map(({ attempt, organization }) => ({ attempt: { ...attempt, lease_id }, organization }))
}

async function pollAttempt(ctx: OrgContext, attempt: Leased): Promise<void> {
  if (isOver(attempt, ctx.now())) {
    await endAttempt(ctx, isHeld(attempt), { status: 'expired' })
    return
  }
  const grant = await grantOf(ctx, attempt)
  if (grant === null) return release(ctx, attempt)
  if ('outcome' in grant) return failOrWait(ctx, attempt, grant)

  const answer = await exchangeGrant(ctx.ports.config, grant)
  if (answer.outcome === 'granted') await completeAttempt(ctx, attempt, isHeld(attempt), answer.value)
  else await failOrWait(ctx, attempt, answer)
}

/** Stores the vendor's grant at once, because it is sent only once and the exchange may have to be retried. */
async function grantOf(ctx: OrgContext, attempt: Leased): Promise<DeviceGrant | SignInFailure | null> {
  const { cipher, config } = ctx.ports
  if (attempt.grant_sealed) return DeviceGrant.parse(JSON.parse(cipher.decrypt(attempt.grant_sealed)))
  const device_auth_id = cipher.decrypt(attempt.device_auth_id_sealed)
  const answer = await pollForGrant(config, { device_auth_id, user_code: attempt.user_code })
  if (answer?.outcome !== 'granted') return answer
  await ctx.db
    .update(vendorConnectionAttempts)
    .set({ grant_sealed: cipher.encrypt(JSON.stringify(answer.value)) })
    .where(and(isPending, isHeld(attempt)))
  return answer.value
}

async function failOrWait(ctx: OrgContext, attempt: Leased, { outcome, code, status }: SignInFailure): Promise<void> {
  if (code === 'slow_down') return release(ctx, attempt, attempt.interval_seconds + SLOWER_BY_SECONDS)
  if (outcome === 'passing') return release(ctx, attempt)
  ctx.log.warn({ status, code }, 'the vendor refused to sign in to a plan')
  const error = /denied|declined/.test(code)
    ? 'The sign-in was declined.'
    : 'The sign-in did not succeed. Start again with a new code.'
  await endAttempt(ctx, isHeld(attempt), { status: 'failed', error })
}

async function release(ctx: OrgContext, attempt: Leased, interval_seconds = attempt.interval_seconds): Promise<void> {
  const next_poll_at = new Date(ctx.now().getTime() + interval_seconds * 1000)
  await ctx.db
    .update(vendorConnectionAttempts)
    .set({ interval_seconds, next_poll_at, lease_id: null, leased_until: null })
    .where(and(isPending, isHeld(attempt)))
}

/** True while this process holds it: one that was overtaken writes nothing. */
const isHeld = ({ id, lease_id }: Leased) =>
  and(eq(vendorConnectionAttempts.id, id), eq(vendorConnectionAttempts.lease_id, lease_id))
