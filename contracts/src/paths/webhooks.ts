export const listWebhooks = 'GET /api/organizations/{organization_id}/webhooks'
export const createWebhook = 'POST /api/organizations/{organization_id}/webhooks'
export const showWebhook = 'GET /api/organizations/{organization_id}/webhooks/{webhook_id}'
export const updateWebhook = 'PUT /api/organizations/{organization_id}/webhooks/{webhook_id}'
export const deleteWebhook = 'DELETE /api/organizations/{organization_id}/webhooks/{webhook_id}'
export const testWebhook = 'POST /api/organizations/{organization_id}/webhooks/{webhook_id}/test'
export const listWebhookDeliveries = 'GET /api/organizations/{organization_id}/webhooks/{webhook_id}/deliveries'
export const showWebhookDelivery =
  'GET /api/organizations/{organization_id}/webhooks/{webhook_id}/deliveries/{delivery_id}'
export const resendWebhookDelivery =
  'POST /api/organizations/{organization_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/resend'
