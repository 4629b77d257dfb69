import { useState } from 'react'
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '#contracts/webhook-names.ts'
import type { Webhook } from '#contracts/webhooks.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { issueOf, problemBeside } from '../../../lib/refusal.ts'
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { webhookMessages } from './messages.ts'
import { useCreateWebhook, useUpdateWebhook } from './use-webhooks.ts'

type WebhookDialogProps = { webhook: Webhook | null; onCreated?: (secret: string) => void; onClose: () => void }

/** Makes a webhook, or changes the one that is given. */
export function WebhookDialog({ webhook, onCreated, onClose }: WebhookDialogProps) {
  const words = useMessages(webhookMessages)
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [types, setTypes] = useState<readonly WebhookEventType[]>(webhook?.event_types ?? [])
  const create = useCreateWebhook()
  const update = useUpdateWebhook(webhook?.id ?? '')
  const error = create.error ?? update.error
  const fields = { url, description, event_types: [...types] }
  const submit = () => {
    if (webhook) {
      const onSuccess = () => {
        onClose()
        showToast(words.saved)
      }
      return update.mutate(fields, { onSuccess })
    }
    create.mutate(fields, {
      onSuccess: ({ secret }) => {
        onClose()
        onCreated?.(secret)
      },
    })
  }
  return (
    <FormDialog
      size="medium"
      title={webhook ? words.editTitle : words.createTitle}
      {...(webhook ? {} : { action: words.add })}
      isReady={url.trim() !== '' && types.length > 0}
      busy={create.isPending || update.isPending}
      problem={problemBeside(['url', 'description'], error, words.saveFailed)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={words.url}
        hint={words.urlHint}
        type="url"
        placeholder="https://"
        autoComplete="off"
        maxLength={2000}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={issueOf(error, 'url')}
      />
      <TextField
        label={words.description}
        placeholder={words.descriptionPlaceholder}
        autoComplete="off"
        maxLength={500}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        error={issueOf(error, 'description')}
      />
      <CheckboxGroup
        legend={words.events}
        items={WEBHOOK_EVENT_TYPES.map((id) => ({ id, label: id }))}
        chosen={types}
        onChange={setTypes}
        className="grid gap-x-4 gap-y-2.5 py-1 font-mono sm:grid-cols-2"
      />
    </FormDialog>
  )
}
