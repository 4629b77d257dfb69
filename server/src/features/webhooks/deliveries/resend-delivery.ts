import { and, isNull, sql } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { findDelivery, isDelivery, lockEnabled } from '../access.ts'
import { announceWebhook } from '../manage-webhooks.ts'
import { wakeSending } from '../send-due.ts'
import { type WebhookDeliveryRow, webhookDeliveries } from '../table.ts'

/** Sends a delivery again under its id, with all retries; one that is being sent at this moment is not changed. */
export async function resendDelivery(ctx: OrgContext, webhook_id: string, id: string): Promise<WebhookDeliveryRow> {
  const row = await ctx.transaction(async (ctx) => {
    const webhook = await lockEnabled(ctx, webhook_id)
    const found = await findDelivery(ctx, webhook_id, id)
    const [again] = await ctx.db
      .update(webhookDeliveries)
      .set({
        state: 'pending',
        tries_from: sql`${webhookDeliveries.attempts}`,
        next_attempt_at: ctx.now(),
        delivered_at: null,
      })
      .where(and(isDelivery(ctx, webhook_id, id), isNull(webhookDeliveries.sending_since)))
      .returning()
    await announceWebhook(ctx, webhook)
    return again ?? found
  })
  wakeSending(ctx)
  return row
}
