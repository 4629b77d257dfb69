import { useState } from 'react'
import type { Webhook } from '#contracts/webhooks.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { webhookMessages } from './messages.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { useDeleteWebhook, useUpdateWebhook } from './use-webhooks.ts'

type Asking = 'rotate' | 'disable' | 'delete'

/** What is asked about before it is done. */
export function WebhookActions({ webhook, onDeleted }: { webhook: Webhook; onDeleted: () => void }) {
  const words = useMessages(webhookMessages)
  const parts = useMessages(partMessages)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const update = useUpdateWebhook(webhook.id)
  const remove = useDeleteWebhook(webhook.id)
  const settle = {
    onError: (error: Error) => showToast(sentenceOf(error, words.actionFailed)),
    onSettled: () => setAsking(null),
  }
  const acts: Record<Asking, () => void> = {
    rotate: () =>
      update.mutate({ rotate_secret: true }, { ...settle, onSuccess: ({ secret }) => setSecret(secret ?? null) }),
    disable: () => update.mutate({ is_enabled: false }, { ...settle, onSuccess: () => showToast(words.disabled) }),
    delete: () =>
      remove.mutate(undefined, {
        ...settle,
        onSuccess: () => {
          showToast(words.deleted)
          onDeleted()
        },
      }),
  }
  const sentences: Record<Asking, { title: string; text: string }> = {
    rotate: { title: words.rotateTitle, text: words.rotateText },
    disable: { title: words.disableTitle, text: words.disableText },
    delete: { title: words.deleteTitle, text: words.deleteText },
  }
  return (
    <>
      <Button size="small" onClick={() => setAsking('rotate')}>
        {words.rotate}
      </Button>
      {webhook.is_enabled && (
        <Button size="small" onClick={() => setAsking('disable')}>
          {words.disable}
        </Button>
      )}
      <Button size="small" look="danger" onClick={() => setAsking('delete')}>
        {words.delete}
      </Button>
      {asking && (
        <Confirm
          open
          onOpenChange={(open) => !open && setAsking(null)}
          {...sentences[asking]}
          action={words[asking]}
          cancel={parts.cancel}
          busy={update.isPending || remove.isPending}
          onConfirm={acts[asking]}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
