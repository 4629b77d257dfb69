import { ENTRY_LABELS, OAUTH_ENTRIES, serviceOf } from '#contracts/connector-names.ts'
import type { Integration } from '#contracts/integrations.ts'
import { identityProviders } from '#contracts/parties.ts'
import { formatWhen } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { AccountActions } from './account-actions.tsx'
import { accountMessages } from './messages.ts'
import { validityOf } from './validity.ts'

const tones = { valid: 'positive', invalid: 'danger', unknown: 'neutral' } as const

/** One provider: whose account is connected, what it is good for, and what can be done about it. */
export function AccountRow({ account, readOnly }: { account: Integration; readOnly: boolean }) {
  const words = useMessages(accountMessages)
  const { service, is_connected, is_available } = account
  const validity = validityOf(account)
  const problem = !is_connected
    ? null
    : validity === 'invalid'
      ? words.isInvalid
      : account.needs_reconnect
        ? words.needsReconnect
        : null
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3.5">
      <div className="min-w-0 grow basis-64">
        <div className="flex min-w-0 items-center gap-2">
          <h3 className="truncate text-sm font-medium">{identityProviders[service].label}</h3>
          {is_connected && <Badge tone={tones[validity]}>{words.validity[validity]}</Badge>}
        </div>
        <p className="mt-0.5 text-xs break-words text-muted">
          {is_connected ? <Connected account={account} /> : is_available ? words.none : words.unavailable}
        </p>
        <p className="mt-0.5 text-xs text-muted">{words.brings(toolsetsOf(service))}</p>
        {problem && <p className="mt-0.5 text-xs text-pretty text-danger">{problem}</p>}
      </div>
      {!readOnly && (is_available || is_connected) && <AccountActions account={account} />}
    </li>
  )
}

function Connected({ account: { account, connected_by, connected_at } }: { account: Integration }) {
  const words = useMessages(accountMessages)
  const language = useLanguage()
  const when = connected_at ? formatWhen(connected_at, language) : ''
  return (
    <>
      {account ?? words.noAccountName} ·{' '}
      {connected_by ? words.connectedBy(connected_by.name, when) : words.connectedAt(when)}
    </>
  )
}

const toolsetsOf = (service: Integration['service']): string =>
  OAUTH_ENTRIES.filter((entry) => serviceOf(entry) === service)
    .map((entry) => ENTRY_LABELS[entry])
    .join(', ')
