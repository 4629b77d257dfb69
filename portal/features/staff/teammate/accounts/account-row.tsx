import { ENTRY_LABELS, OAUTH_ENTRIES, serviceOf } from '#contracts/connector-names.ts'
import type { Integration } from '#contracts/integrations.ts'
import { identityProviders } from '#contracts/parties.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { AccountActions } from './account-actions.tsx'
import { AccountBadge, AccountOrigin, AccountProblem } from './account-state.tsx'
import { accountMessages } from './messages.ts'

/** One provider: whose account is connected, what it is good for, and what can be done about it. */
export function AccountRow({ account, readOnly }: { account: Integration; readOnly: boolean }) {
  const words = useMessages(accountMessages)
  const { service, is_connected, is_available } = account
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3.5">
      <div className="min-w-0 grow basis-64">
        <div className="flex min-w-0 items-center gap-2">
          <h3 className="truncate text-sm font-medium">{identityProviders[service].label}</h3>
          {is_connected && <AccountBadge account={account} />}
        </div>
        <p className="mt-0.5 text-xs break-words text-muted">
          {is_connected ? <AccountOrigin account={account} /> : is_available ? words.none : words.unavailable}
        </p>
        <p className="mt-0.5 text-xs text-muted">{words.brings(toolsetsOf(service))}</p>
        {is_connected && <AccountProblem account={account} />}
      </div>
      {!readOnly && (is_available || is_connected) && <AccountActions account={account} />}
    </li>
  )
}

const toolsetsOf = (service: Integration['service']): string =>
  OAUTH_ENTRIES.filter((entry) => serviceOf(entry) === service)
    .map((entry) => ENTRY_LABELS[entry])
    .join(', ')
