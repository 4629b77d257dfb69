import { and, eq } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type WebhookDeliveryRow, type WebhookRow, webhookDeliveries, webhooks } from './table.ts'

export const noSuchWebhook = () => new AppError('not_found', 'Webhook not found')
export const noSuchDelivery = () => new AppError('not_found', 'Delivery not found')

export const webhooksOf = ({ organization }: Pick<OrgContext, 'organization'>) =>
  eq(webhooks.organization_id, organization.id)

export async function findWebhook(ctx: OrgContext, id: string): Promise<WebhookRow> {
  const [row] = await ctx.db
    .select()
    .from(webhooks)
    .where(and(webhooksOf(ctx), eq(webhooks.id, id)))
  if (!row) throw noSuchWebhook()
  return row
}

/** Locked until the transaction ends. */
export async function lockWebhook(ctx: OrgContext, id: string): Promise<WebhookRow> {
  const [row] = await ctx.db
    .select()
    .from(webhooks)
    .where(and(webhooksOf(ctx), eq(webhooks.id, id)))
    .for('no key update')
  if (!row) throw noSuchWebhook()
  return row
}

/** Nothing is sent to a webhook that is disabled, no matter who asks for it; locked as above. */
export async function lockEnabled(ctx: OrgContext, id: string): Promise<WebhookRow> {
  const row = await lockWebhook(ctx, id)
  if (!row.is_enabled) throw new AppError('conflict', 'The webhook is disabled', { code: 'WEBHOOK_DISABLED' })
  return row
}

export const isDelivery = ({ organization }: OrgContext, webhook_id: string, id: string) =>
  and(
    eq(webhookDeliveries.organization_id, organization.id),
    eq(webhookDeliveries.webhook_id, webhook_id),
    eq(webhookDeliveries.id, id),
  )

export async function findDelivery(ctx: OrgContext, webhook_id: string, id: string): Promise<WebhookDeliveryRow> {
  const [row] = await ctx.db
    .select()
    .from(webhookDeliveries)
    .where(isDelivery(ctx, webhook_id, id))
  if (!row) throw noSuchDelivery()
  return row
}
