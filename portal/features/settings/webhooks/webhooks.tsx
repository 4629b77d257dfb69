import { useSearch } from '@tanstack/react-router'
import { ManagersOnly } from '../../page-parts/managers-only.tsx'
import { WebhookDetail } from './webhook-detail.tsx'
import { WebhookList } from './webhook-list.tsx'

/** All webhooks of the organization, or one of them with what was sent to it. */
export function Webhooks() {
  const { id } = useSearch({ from: '/signed-in/settings/webhooks' })
  return <ManagersOnly>{id ? <WebhookDetail key={id} id={id} /> : <WebhookList />}</ManagersOnly>
}
