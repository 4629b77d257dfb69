import { useState } from 'react'
import type { Integration } from '#contracts/integrations.ts'
import { identityProviders } from '#contracts/parties.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
import { accountMessages } from './messages.ts'
import { useDisconnect } from './use-accounts.ts'

type DisconnectButtonProps = {
  account: Integration
  /** Names the account, of which a page may show several. */
  label: string
  onBegin?: () => void
}

/** Asks first; the teammate loses the tools of the account at once. */
export function DisconnectButton({ account, label, onBegin }: DisconnectButtonProps) {
  const { service, employee_id } = account
  const words = useMessages(accountMessages)
  const { cancel } = useMessages(partMessages)
  const [asking, setAsking] = useState(false)
  const disconnect = useDisconnect(employee_id, service)
  const provider = identityProviders[service].label
  const confirm = () => {
    onBegin?.()
    // This may be gone by then, and what would be called by it.
    disconnect
      .mutateAsync()
      .then(
        () => showToast(words.disconnected(provider)),
        (error: Error) => showToast(sentenceOf(error, words.disconnectFailed)),
      )
      .finally(() => setAsking(false))
  }
  return (
    <>
      <Button size="small" look="danger" aria-label={label} onClick={() => setAsking(true)}>
        {words.disconnect}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.disconnectTitle(provider)}
        text={words.disconnectText}
        action={words.disconnect}
        cancel={cancel}
        busy={disconnect.isPending}
        onConfirm={confirm}
      />
    </>
  )
}
