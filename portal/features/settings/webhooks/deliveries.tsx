import { Send } from 'lucide-react'
import { useState } from 'react'
import { WEBHOOK_DELIVERY_STATES, type WebhookDeliveryState } from '#contracts/webhook-names.ts'
import type { Webhook } from '#contracts/webhooks.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ListPlaceholder } from '../../page-parts/list-placeholder.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { webhookMessages } from './messages.ts'
import { useDeliveries } from './use-webhooks.ts'

type Filter = WebhookDeliveryState | 'all'
const FILTERS: readonly Filter[] = ['all', ...WEBHOOK_DELIVERY_STATES]

/** What was sent to a webhook, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const words = useMessages(webhookMessages)
  const [filter, setFilter] = useState<Filter>('all')
  const deliveries = useDeliveries(webhook.id, filter === 'all' ? undefined : filter)
  const choices = FILTERS.map((value) => ({ value, label: words.filters[value] }))
  return (
    <Section title={words.deliveries} text={words.deliveriesText}>
      <div className="mb-4">
        <Segmented label={words.filter} value={filter} choices={choices} onChange={setFilter} />
      </div>
      <ListPlaceholder query={deliveries} failed={words.deliveriesFailed} />
      {deliveries.data?.length === 0 && (
        <EmptyState
          icon={<Send aria-hidden />}
          title={filter === 'all' ? words.noDeliveries : words.noneOfState}
          {...(filter === 'all' && { text: words.noDeliveriesText })}
        />
      )}
      {deliveries.data && deliveries.data.length > 0 && (
        <ol className="divide-y divide-line rounded-xl border border-line">
          {deliveries.data.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} canResend={webhook.is_enabled} />
          ))}
        </ol>
      )}
      {deliveries.hasNextPage && (
        <Button className="mt-4" busy={deliveries.isFetchingNextPage} onClick={() => deliveries.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Section>
  )
}
