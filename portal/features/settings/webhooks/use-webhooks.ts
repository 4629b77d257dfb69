import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as webhookPaths from '#contracts/paths/webhooks.ts'
import type { WebhookDeliveryState } from '#contracts/webhook-names.ts'
import type { CreateWebhook, UpdateWebhook, WebhookDelivery } from '#contracts/webhooks.ts'
import { call } from '../../../lib/api.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { usePages } from '../../../lib/use-pages.ts'

/** Everything that is read of webhooks begins with it. */
const keyOf = (organizationId: string) => ['organization', organizationId, 'webhooks'] as const

function useReadAgain() {
  const { organization } = useSession()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(organization.id) })
}

/** The organization's webhooks, as they change and as they are delivered to. */
export function useWebhooks() {
  const { organization } = useSession()
  const readAgain = useReadAgain()
  useServerEvent('ready', readAgain)
  useServerEvent('webhook.changed', readAgain)
  return useQuery({
    queryKey: [...keyOf(organization.id), 'list'],
    queryFn: ({ signal }) =>
      call(webhookPaths.listWebhooks, { params: { organization_id: organization.id } }, { signal }),
    refetchOnMount: 'always',
  })
}

export function useCreateWebhook() {
  const { organization } = useSession()
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (body: Pick<CreateWebhook, 'url' | 'description' | 'event_types'>) =>
      call(webhookPaths.createWebhook, { params: { organization_id: organization.id }, body }, { creates: true }),
    onSuccess: readAgain,
  })
}

export function useUpdateWebhook(webhook_id: string) {
  const { organization } = useSession()
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (body: UpdateWebhook) =>
      call(webhookPaths.updateWebhook, { params: { organization_id: organization.id, webhook_id }, body }),
    onSuccess: readAgain,
  })
}

export function useDeleteWebhook(webhook_id: string) {
  const { organization } = useSession()
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: () => call(webhookPaths.deleteWebhook, { params: { organization_id: organization.id, webhook_id } }),
    onSettled: readAgain,
  })
}

export function useTestWebhook(webhook_id: string) {
  const { organization } = useSession()
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: () => call(webhookPaths.testWebhook, { params: { organization_id: organization.id, webhook_id } }),
    onSuccess: readAgain,
  })
}

export function useDeliveries(webhook_id: string, state: WebhookDeliveryState | undefined) {
  const { organization } = useSession()
  const params = { organization_id: organization.id, webhook_id }
  return usePages([...keyOf(organization.id), webhook_id, 'deliveries', state ?? 'all'], (page, signal) =>
    call(
      webhookPaths.listWebhookDeliveries,
      { params, query: { page, limit: 25, ...(state && { state }) } },
      { signal },
    ),
  )
}

/** With what was sent, once someone wants to see it. */
export function useDelivery({ webhook_id, id }: WebhookDelivery, isWanted: boolean) {
  const { organization } = useSession()
  const params = { organization_id: organization.id, webhook_id, delivery_id: id }
  return useQuery({
    queryKey: [...keyOf(organization.id), webhook_id, 'payload', id],
    queryFn: ({ signal }) => call(webhookPaths.showWebhookDelivery, { params }, { signal }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useResend({ webhook_id, id }: WebhookDelivery) {
  const { organization } = useSession()
  const readAgain = useReadAgain()
  const params = { organization_id: organization.id, webhook_id, delivery_id: id }
  return useMutation({
    mutationFn: () => call(webhookPaths.resendWebhookDelivery, { params }),
    onSuccess: readAgain,
  })
}
