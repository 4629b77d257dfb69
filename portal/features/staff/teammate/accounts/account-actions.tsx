import { useEffect, useRef } from 'react'
import type { Integration } from '#contracts/integrations.ts'
import { identityProviders } from '#contracts/parties.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Button } from '../../../../ui/button.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { DisconnectButton } from './disconnect-button.tsx'
import { accountMessages } from './messages.ts'
import { useConnect, useValidate } from './use-accounts.ts'
import { validityOf } from './validity.ts'

export function AccountActions({ account }: { account: Integration }) {
  const words = useMessages(accountMessages)
  const { service, employee_id, is_connected, is_available, needs_reconnect } = account
  const { label } = identityProviders[service]
  const connect = useConnect(employee_id, service)
  const connectButton = useRef<HTMLButtonElement>(null)
  const isDisconnecting = useRef(false)
  // The button that was clicked goes away with the account.
  useEffect(() => {
    if (!is_connected && isDisconnecting.current) connectButton.current?.focus()
    isDisconnecting.current = false
  }, [is_connected])
  // The page leaves for the provider once it has the address.
  const isLeaving = connect.isPending || connect.isSuccess
  const leave = () =>
    connect.mutate(undefined, { onError: (error) => showToast(sentenceOf(error, words.connectFailed)) })
  return (
    <div className="ml-auto flex flex-wrap justify-end gap-1.5">
      {is_connected && (
        <DisconnectButton
          account={account}
          label={words.disconnectOf(label)}
          onBegin={() => (isDisconnecting.current = true)}
        />
      )}
      {is_connected && is_available && <Validate account={account} />}
      {is_available && (
        <Button
          ref={connectButton}
          size="small"
          look={!is_connected || needs_reconnect || validityOf(account) === 'invalid' ? 'primary' : 'secondary'}
          aria-label={is_connected ? words.reconnectOf(label) : words.connectOf(label)}
          busy={isLeaving}
          onClick={leave}
        >
          {is_connected ? words.reconnect : words.connect}
        </Button>
      )}
    </div>
  )
}

function Validate({ account: { service, employee_id } }: { account: Integration }) {
  const words = useMessages(accountMessages)
  const validate = useValidate(employee_id, service)
  const run = () =>
    validate.mutate(undefined, {
      onSuccess: (found) => showToast(words.checked[validityOf(found)]),
      onError: (error) => showToast(sentenceOf(error, words.validateFailed)),
    })
  const label = words.validateOf(identityProviders[service].label)
  return (
    <Button size="small" aria-label={label} busy={validate.isPending} onClick={run}>
      {words.validate}
    </Button>
  )
}
