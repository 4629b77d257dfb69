import { type ComponentProps, useState } from 'react'
import type { Webhook } from '#contracts/webhooks.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { AskFirst } from '../../page-parts/ask-first.tsx'
import { webhookMessages } from './messages.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { useDeleteWebhook, useUpdateWebhook } from './use-webhooks.ts'

type Asking = 'rotate' | 'disable' | 'delete'

/** What is asked about before it is done. */
export function WebhookActions({ webhook, onDeleted }: { webhook: Webhook; onDeleted: () => void }) {
  const words = useMessages(webhookMessages)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const update = useUpdateWebhook(webhook.id)
  const remove = useDeleteWebhook(webhook.id)
  const questions: Record<Asking, Pick<ComponentProps<typeof AskFirst>, 'title' | 'text' | 'work' | 'done'>> = {
    rotate: {
      title: words.rotateTitle,
      text: words.rotateText,
      work: async () => {
        const { secret } = await update.mutateAsync({ rotate_secret: true })
        setSecret(secret ?? null)
      },
    },
    disable: {
      title: words.disableTitle,
      text: words.disableText,
      work: () => update.mutateAsync({ is_enabled: false }),
      done: words.disabled,
    },
    delete: {
      title: words.deleteTitle,
      text: words.deleteText,
      work: async () => {
        await remove.mutateAsync()
        onDeleted()
      },
      done: words.deleted,
    },
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
        <AskFirst
          open
          onOpenChange={(open) => !open && setAsking(null)}
          {...questions[asking]}
          action={words[asking]}
          failed={words.actionFailed}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
