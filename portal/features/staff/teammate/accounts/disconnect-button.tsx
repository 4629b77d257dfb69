import { useState } from 'react'
import type { Integration } from '#contracts/integrations.ts'
import { identityProviders } from '#contracts/parties.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { AskFirst } from '../../../page-parts/ask-first.tsx'
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
  const [asking, setAsking] = useState(false)
  const disconnect = useDisconnect(employee_id, service)
  const provider = identityProviders[service].label
  const work = () => {
    onBegin?.()
    return disconnect.mutateAsync()
  }
  return (
    <>
      <Button size="small" look="danger" aria-label={label} onClick={() => setAsking(true)}>
        {words.disconnect}
      </Button>
      <AskFirst
        open={asking}
        onOpenChange={setAsking}
        title={words.disconnectTitle(provider)}
        text={words.disconnectText}
        action={words.disconnect}
        work={work}
        done={words.disconnected(provider)}
        failed={words.disconnectFailed}
      />
    </>
  )
}
