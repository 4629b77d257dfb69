import { Link } from '@tanstack/react-router'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { MAX_WEBHOOKS } from '#contracts/webhook-names.ts'
import type { Webhook } from '#contracts/webhooks.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { ListPlaceholder } from '../../page-parts/list-placeholder.tsx'
import { webhookMessages } from './messages.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { useWebhooks } from './use-webhooks.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookState } from './webhook-state.tsx'

export function WebhookList() {
  const words = useMessages(webhookMessages)
  const webhooks = useWebhooks()
  /** `null` is a webhook that is being made. */
  const [edited, setEdited] = useState<Webhook | null | undefined>(undefined)
  const [secret, setSecret] = useState<string | null>(null)
  const known = webhooks.data?.data
  const createButton = (
    <AddButton look="primary" disabled={(known?.length ?? 0) >= MAX_WEBHOOKS} onClick={() => setEdited(null)}>
      {words.create}
    </AddButton>
  )
  return (
    <Section title={words.title} text={words.text} actions={createButton}>
      <ListPlaceholder query={webhooks} failed={words.failed} />
      {known?.length === 0 && (
        <EmptyState icon={<WebhookIcon aria-hidden />} title={words.none} text={words.noneText} />
      )}
      {known && known.length > 0 && (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {known.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook)} />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <WebhookDialog
          key={edited?.id ?? 'new'}
          webhook={edited}
          onCreated={setSecret}
          onClose={() => setEdited(undefined)}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Section>
  )
}

function WebhookRow({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const words = useMessages(webhookMessages)
  const { id, url, description, event_types } = webhook
  const name = description || url
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-64">
        <Link
          to="/settings/webhooks"
          search={{ id }}
          aria-label={words.open(name)}
          className="block truncate rounded text-sm font-medium hover:underline"
        >
          {name}
        </Link>
        <p className="mt-0.5 truncate text-xs text-muted">
          {description ? `${url} · ` : ''}
          {words.eventCount(event_types.length)}
        </p>
      </div>
      <div className="flex items-center gap-3">
        <WebhookState webhook={webhook} />
        <Button size="small" aria-label={words.editLabel(name)} onClick={onEdit}>
          {words.edit}
        </Button>
      </div>
    </li>
  )
}
