import { WEBHOOK_TEST } from '#contracts/webhook-names.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../organizations/context.ts'
import { lockEnabled } from './access.ts'
import { packBody } from './deliveries/pack-body.ts'
import { announceWebhook } from './manage-webhooks.ts'
import { wakeSending } from './send-due.ts'
import { type WebhookDeliveryRow, webhookDeliveries, webhookPayloads } from './table.ts'

/** Sends an event that says nothing, the way that every other one goes. */
export async function testWebhook(ctx: OrgContext, id: string): Promise<WebhookDeliveryRow> {
  const now = ctx.now()
  const payload_id = newId()
  const own = { organization_id: ctx.organization.id, created_at: now }
  const body = packBody({ type: WEBHOOK_TEST, timestamp: now.toISOString(), data: { webhook_id: id } })
  const row = await ctx.transaction(async (ctx) => {
    const webhook = await lockEnabled(ctx, id)
    await ctx.db.insert(webhookPayloads).values({ ...own, id: payload_id, body })
    const [made] = await ctx.db
      .insert(webhookDeliveries)
      .values({ ...own, webhook_id: id, payload_id, type: WEBHOOK_TEST, next_attempt_at: now })
      .returning()
    if (!made) throw new Error('The delivery was not written')
    await announceWebhook(ctx, webhook)
    return made
  })
  wakeSending(ctx)
  return row
}
