import { webhookEndpoints } from '#contracts/webhooks.ts'
import { route } from '#platform/route.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findWebhook } from './access.ts'
import { listDeliveries, readDelivery, readLastDeliveries } from './deliveries/list-deliveries.ts'
import { resendDelivery } from './deliveries/resend-delivery.ts'
import { createWebhook, deleteWebhook, listWebhooks, updateWebhook } from './manage-webhooks.ts'
import { presentDelivery, presentWebhook } from './present.ts'
import type { WebhookRow } from './table.ts'
import { testWebhook } from './test-webhook.ts'

const shown = async (ctx: OrgContext, row: WebhookRow) =>
  presentWebhook(row, (await readLastDeliveries(ctx, row.id)).get(row.id) ?? null, ctx.now())

export const routes = [
  route(webhookEndpoints.listWebhooks, {
    caller: 'admin',
    serve: async (ctx) => {
      const [rows, last] = [await listWebhooks(ctx), await readLastDeliveries(ctx)]
      return { data: rows.map((row) => presentWebhook(row, last.get(row.id) ?? null, ctx.now())) }
    },
  }),
  route(webhookEndpoints.createWebhook, {
    caller: 'admin',
    serve: async (ctx, { body }) => {
      const { row, secret } = await createWebhook(ctx, body)
      return { ...presentWebhook(row, null, ctx.now()), secret: secret ?? '' }
    },
  }),
  route(webhookEndpoints.showWebhook, {
    caller: 'admin',
    serve: async (ctx, { params }) => shown(ctx, await findWebhook(ctx, params.webhook_id)),
  }),
  route(webhookEndpoints.updateWebhook, {
    caller: 'admin',
    serve: async (ctx, { params, body }) => {
      const { row, secret } = await updateWebhook(ctx, params.webhook_id, body)
      return { ...(await shown(ctx, row)), ...(secret !== null && { secret }) }
    },
  }),
  route(webhookEndpoints.deleteWebhook, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      await deleteWebhook(ctx, params.webhook_id)
      return { success: true as const }
    },
  }),
  route(webhookEndpoints.testWebhook, {
    caller: 'admin',
    automation: true,
    serve: async (ctx, { params }) => presentDelivery(await testWebhook(ctx, params.webhook_id)),
  }),
  route(webhookEndpoints.listWebhookDeliveries, {
    caller: 'admin',
    serve: async (ctx, { params, query }) => {
      const page = await listDeliveries(ctx, params.webhook_id, query)
      return { ...page, data: page.data.map(presentDelivery) }
    },
  }),
  route(webhookEndpoints.showWebhookDelivery, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      const { row, payload } = await readDelivery(ctx, params.webhook_id, params.delivery_id)
      return { ...presentDelivery(row), payload }
    },
  }),
  route(webhookEndpoints.resendWebhookDelivery, {
    caller: 'admin',
    automation: true,
    serve: async (ctx, { params }) => presentDelivery(await resendDelivery(ctx, params.webhook_id, params.delivery_id)),
  }),
]
