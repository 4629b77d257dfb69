import { lte } from 'drizzle-orm'
import { vendors } from '#contracts/parties.ts'
import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { type ConnectionAttemptRow, vendorConnectionAttempts } from '../table.ts'
import { announceAttempt, endAttempt, findPendingAttempt } from './attempts.ts'
import { requestUserCode, type UserCode, verificationUrl } from './device-sign-in.ts'

const ATTEMPT_MS = 15 * 60_000
const { label } = vendors.vendor_6

/** Requests a device code from the vendor, or returns the pending one, so that simultaneous callers see the same code. */
export async function startAttempt(ctx: MemberContext): Promise<ConnectionAttemptRow> {
  const pending = await findPendingAttempt(ctx)
  if (pending) return pending

  // Before the transaction, which must not wait for a vendor.
  const answer = await requestUserCode(ctx.ports.config)
  if (answer.outcome === 'granted') return saveAttempt(ctx, answer.value)
  ctx.log.warn({ status: answer.status, code: answer.code }, 'the vendor gave no code to sign in with')
  const sentence =
    answer.outcome === 'passing'
      ? `${label} could not be reached. Try again in a moment.`
      : `${label} does not offer this sign-in at the moment.`
  throw new AppError('bad_gateway', sentence)
}

async function saveAttempt(ctx: MemberContext, { device_auth_id, ...code }: UserCode): Promise<ConnectionAttemptRow> {
  const { cipher, config } = ctx.ports
  return ctx.transaction(async (ctx) => {
    const now = ctx.now()
    await endAttempt(ctx, lte(vendorConnectionAttempts.expires_at, now), { status: 'expired' })
    const [row] = await ctx.db
      .insert(vendorConnectionAttempts)
      .values({
        organization_id: ctx.organization.id,
        started_by_user_id: ctx.user.id,
        ...code,
        verification_url: verificationUrl(config),
        device_auth_id_sealed: cipher.encrypt(device_auth_id),
        next_poll_at: new Date(now.getTime() + code.interval_seconds * 1000),
        expires_at: new Date(now.getTime() + ATTEMPT_MS),
        created_at: now,
      })
      .onConflictDoNothing()
      .returning()
    if (row) {
      await announceAttempt(ctx, row)
      return row
    }
    const other = await findPendingAttempt(ctx)
    if (!other) throw new AppError('bad_gateway', `${label} could not be connected. Try again.`)
    return other
  })
}
