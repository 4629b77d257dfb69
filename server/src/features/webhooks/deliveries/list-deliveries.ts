import { and, desc, eq, sql } from 'drizzle-orm'
import type { WebhookDeliveryState } from '#contracts/webhook-names.ts'
import { paginate } from '#platform/db/paginate.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findDelivery, findWebhook, noSuchDelivery, webhooksOf } from '../access.ts'
import type { LastDelivery } from '../present.ts'
import { type WebhookDeliveryRow, webhookDeliveries, webhookPayloads, webhooks } from '../table.ts'
import { unpackBody } from './pack-body.ts'

type Query = { page: number; limit: number; state?: WebhookDeliveryState | undefined }

/** Deliveries without their bodies, newest first. */
export async function listDeliveries(ctx: OrgContext, webhook_id: string, { state, ...page }: Query) {
  await findWebhook(ctx, webhook_id)
  const query = ctx.db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhook_id, webhook_id),
        state === undefined ? undefined : eq(webhookDeliveries.state, state),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
  return paginate(ctx.db, query.$dynamic(), page)
}

export async function readDelivery(
  ctx: OrgContext,
  webhook_id: string,
  id: string,
): Promise<{ row: WebhookDeliveryRow; payload: string }> {
  const row = await findDelivery(ctx, webhook_id, id)
  const [found] = await ctx.db
    .select({ body: webhookPayloads.body })
    .from(webhookPayloads)
    .where(and(eq(webhookPayloads.organization_id, ctx.organization.id), eq(webhookPayloads.id, row.payload_id)))
  if (!found) throw noSuchDelivery()
  return { row, payload: unpackBody(found.body).toString('utf8') }
}

/** The newest delivery of each webhook of the organization, by the webhook's id. */
export async function readLastDeliveries(ctx: OrgContext, webhook_id?: string): Promise<Map<string, LastDelivery>> {
  const last = ctx.db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhook_id, webhooks.id))
    .orderBy(desc(webhookDeliveries.id))
    .limit(1)
    .as('last')
  const rows = await ctx.db
    .select({ webhook_id: webhooks.id, id: last.id, state: last.state, created_at: last.created_at })
    .from(webhooks)
    .innerJoinLateral(last, sql`true`)
    .where(and(webhooksOf(ctx), webhook_id === undefined ? undefined : eq(webhooks.id, webhook_id)))
  return new Map(rows.map(({ webhook_id, ...delivery }) => [webhook_id, delivery]))
}
