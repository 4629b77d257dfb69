import { useNavigate } from '@tanstack/react-router'
import { CircleAlert, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '#contracts/webhooks.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { BackLink } from '../../page-parts/back-link.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { WaitingForm } from '../../page-parts/waiting.tsx'
import { Deliveries } from './deliveries.tsx'
import { webhookMessages } from './messages.ts'
import { useTestWebhook, useUpdateWebhook, useWebhooks } from './use-webhooks.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookState } from './webhook-state.tsx'

export function WebhookDetail({ id }: { id: string }) {
  const words = useMessages(webhookMessages)
  const webhooks = useWebhooks()
  const webhook = webhooks.data?.data.find((each) => each.id === id)
  return (
    <>
      <div className="flex items-center gap-2 pt-2 pb-1">
        <BackLink to="/settings/webhooks" label={words.back} />
        <h2 className="min-w-0 truncate text-base font-semibold tracking-tight">
          {webhook ? webhook.description || webhook.url : '\u00a0'}
        </h2>
        {webhook && <WebhookState webhook={webhook} />}
      </div>
      {!webhooks.data && webhooks.isError && <LoadFailed title={words.failed} query={webhooks} />}
      {!webhooks.data && !webhooks.isError && <WaitingForm />}
      {webhooks.data && !webhook && <EmptyState icon={<WebhookIcon aria-hidden />} title={words.missing} />}
      {webhook && <Details webhook={webhook} />}
    </>
  )
}

function Details({ webhook }: { webhook: Webhook }) {
  const words = useMessages(webhookMessages)
  const language = useLanguage()
  const navigate = useNavigate()
  const [isEditing, setIsEditing] = useState(false)
  const test = useTestWebhook(webhook.id)
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: () => showToast(words.tested),
      onError: (error) => showToast(sentenceOf(error, words.actionFailed)),
    })
  return (
    <>
      <p className="font-mono text-xs break-all text-muted">{webhook.url}</p>
      <p className="mt-1 text-xs text-pretty text-muted">{webhook.event_types.join(', ')}</p>
      <div className="mt-4 flex flex-wrap gap-1.5">
        <Button size="small" disabled={!webhook.is_enabled} busy={test.isPending} onClick={sendTest}>
          {words.test}
        </Button>
        <Button size="small" onClick={() => setIsEditing(true)}>
          {words.edit}
        </Button>
        <WebhookActions webhook={webhook} onDeleted={() => navigate({ to: '/settings/webhooks', search: {} })} />
      </div>
      {!webhook.is_enabled && <Disabled webhook={webhook} />}
      {webhook.previous_secret_until && (
        <Notice className="mt-4">{words.rotating(formatMoment(webhook.previous_secret_until, language))}</Notice>
      )}
      <Deliveries webhook={webhook} />
      {isEditing && <WebhookDialog webhook={webhook} onClose={() => setIsEditing(false)} />}
    </>
  )
}

function Disabled({ webhook }: { webhook: Webhook }) {
  const words = useMessages(webhookMessages)
  const update = useUpdateWebhook(webhook.id)
  const enable = () =>
    update.mutate(
      { is_enabled: true },
      {
        onSuccess: () => showToast(words.enabled),
        onError: (error) => showToast(sentenceOf(error, words.actionFailed)),
      },
    )
  return (
    <Notice tone={webhook.disabled_reason ? 'warning' : 'neutral'} icon={<CircleAlert aria-hidden />} className="mt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>
          {webhook.disabled_reason ? words[webhook.disabled_reason] : words.off} {words.enableHint}
        </span>
        <Button size="small" busy={update.isPending} onClick={enable}>
          {words.enable}
        </Button>
      </div>
    </Notice>
  )
}
