import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CopyRow } from '../../page-parts/copy-row.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { webhookMessages } from './messages.ts'

/** The only time that a secret is shown. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const words = useMessages(webhookMessages)
  const parts = useMessages(partMessages)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.secretTitle}
      text={words.secretText}
      closeLabel={parts.close}
      footer={
        <Button look="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <CopyRow label={words.secret} text={secret} copyLabel={words.copySecret} />
    </Dialog>
  )
}
