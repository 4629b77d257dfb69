import { and, asc, count, eq, sql } from 'drizzle-orm'
import { MAX_WEBHOOKS } from '#contracts/webhook-names.ts'
import type { CreateWebhook, UpdateWebhook } from '#contracts/webhooks.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { lockWebhook, noSuchWebhook, webhooksOf } from './access.ts'
import { auditedWebhook, subjectOf, webhookCreated, webhookDeleted, webhookUpdated } from './audit-actions.ts'
import { newSecret } from './deliveries/sign-body.ts'
import { dropWaiting } from './disable-webhook.ts'
import { webhookChanged } from './events.ts'
import { type WebhookRow, webhooks } from './table.ts'

const DAY_MS = 86_400_000

/** The secret is shown here, and nowhere later. */
export type WebhookWithSecret = { row: WebhookRow; secret: string | null }

export const listWebhooks = (ctx: OrgContext): Promise<WebhookRow[]> =>
  ctx.db.select().from(webhooks).where(webhooksOf(ctx)).orderBy(asc(webhooks.id))

export function createWebhook(ctx: OrgContext, given: CreateWebhook): Promise<WebhookWithSecret> {
  const { organization } = ctx
  return ctx.transaction(async (ctx) => {
    // Those that are made at once are counted one after the other.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${organization.id}`}, 0))`)
    const [has] = await ctx.db.select({ webhooks: count() }).from(webhooks).where(webhooksOf(ctx))
    if (has && has.webhooks >= MAX_WEBHOOKS) {
      const code = 'TOO_MANY_WEBHOOKS'
      throw new AppError('conflict', `An organization has ${MAX_WEBHOOKS} webhooks at most`, { code })
    }
    const secret = newSecret()
    const now = ctx.now()
    const [row] = await ctx.db
      .insert(webhooks)
      .values({
        organization_id: organization.id,
        ...given,
        secret_sealed: ctx.ports.cipher.encrypt(secret),
        created_at: now,
        updated_at: now,
      })
      .returning()
    if (!row) throw new Error('The webhook was not written')
    await ctx.record(webhookCreated, { subject: subjectOf(row), after: auditedWebhook(row) })
    await announceWebhook(ctx, row)
    return { row, secret }
  })
}

/** Enabled again, it begins without its failures; disabled by hand, what waits is not sent. */
export function updateWebhook(
  ctx: OrgContext,
  id: string,
  { rotate_secret, ...given }: UpdateWebhook,
): Promise<WebhookWithSecret> {
  return ctx.transaction(async (ctx) => {
    const before = await lockWebhook(ctx, id)
    const now = ctx.now()
    const secret = rotate_secret ? newSecret() : null
    const isTurned = given.is_enabled !== undefined && given.is_enabled !== before.is_enabled
    const [row] = await ctx.db
      .update(webhooks)
      .set({
        ...given,
        ...(secret && {
          secret_sealed: ctx.ports.cipher.encrypt(secret),
          previous_secret_sealed: before.secret_sealed,
          previous_secret_until: new Date(now.getTime() + DAY_MS),
        }),
        ...(isTurned && {
          disabled_reason: null,
          disabled_at: given.is_enabled ? null : now,
          failures: 0,
          failing_since: null,
        }),
        updated_at: now,
      })
      .where(eq(webhooks.id, id))
      .returning()
    if (!row) throw noSuchWebhook()
    if (isTurned && !row.is_enabled) await dropWaiting(ctx, id)
    const after = secret ? { ...auditedWebhook(row), secret: 'rotated' } : auditedWebhook(row)
    await ctx.record(webhookUpdated, { subject: subjectOf(row), before: auditedWebhook(before), after })
    await announceWebhook(ctx, row)
    return { row, secret }
  })
}

export function deleteWebhook(ctx: OrgContext, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .delete(webhooks)
      .where(and(webhooksOf(ctx), eq(webhooks.id, id)))
      .returning()
    if (!row) throw noSuchWebhook()
    await ctx.record(webhookDeleted, { subject: subjectOf(row), before: auditedWebhook(row) })
    await announceWebhook(ctx, row)
  })
}

export const announceWebhook = (ctx: OrgContext, { id, organization_id }: WebhookRow): Promise<void> =>
  ctx.emit(webhookChanged, { organization_id, webhook_id: id })
