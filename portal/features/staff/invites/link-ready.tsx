import type { Invite } from '#contracts/invites.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CopyRow } from '../../page-parts/copy-row.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { invitesMessages } from './messages.ts'
import { linkOf } from './use-invites.ts'

export function LinkReady({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  const words = useMessages(invitesMessages)
  const parts = useMessages(partMessages)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.linkReady}
      text={words.linkReadyText(invite.uses)}
      closeLabel={parts.close}
      footer={
        <Button look="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <CopyRow label={words.link} text={linkOf(invite)} copyLabel={words.copyLink} />
    </Dialog>
  )
}
