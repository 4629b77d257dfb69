import { Link } from '@tanstack/react-router'
import type { ConnectedAccount } from '#contracts/integrations.ts'
import { identityProviders } from '#contracts/parties.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { AccountBadge, AccountOrigin, AccountProblem } from '../../staff/teammate/accounts/account-state.tsx'
import { DisconnectButton } from '../../staff/teammate/accounts/disconnect-button.tsx'
import { connectedAccountMessages } from './messages.ts'
import { useConnectedAccounts } from './use-connected-accounts.ts'

/** With which accounts the teammates work, no matter who connected them. */
export function ConnectedAccounts() {
  const words = useMessages(connectedAccountMessages)
  const parts = useMessages(partMessages)
  const accounts = useConnectedAccounts()
  const listed = accounts.data
  return (
    <Section title={words.title} text={words.text}>
      {!listed && (accounts.isError ? <LoadFailed title={words.failed} query={accounts} /> : <WaitingRows />)}
      {listed?.length === 0 && <p className="text-sm text-muted">{words.none}</p>}
      {listed && listed.length > 0 && (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {listed.map((account) => (
            <Row key={`${account.employee_id} ${account.service}`} account={account} />
          ))}
        </ul>
      )}
      {accounts.hasNextPage && (
        <Button className="mt-4" busy={accounts.isFetchingNextPage} onClick={() => accounts.fetchNextPage()}>
          {parts.more}
        </Button>
      )}
    </Section>
  )
}

function Row({ account }: { account: ConnectedAccount }) {
  const words = useMessages(connectedAccountMessages)
  const { teammate, service } = account
  const provider = identityProviders[service].label
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3.5">
      <div className="min-w-0 grow basis-64">
        <div className="flex min-w-0 items-center gap-2">
          <h3 className="truncate text-sm font-medium">
            <Link
              to="/staff/ai/$employeeId"
              params={{ employeeId: teammate.id }}
              search={{ tab: 'mcps' }}
              className="rounded hover:underline"
            >
              {teammate.name}
            </Link>
          </h3>
          <AccountBadge account={account} />
        </div>
        <p className="mt-0.5 text-xs break-words text-muted">
          {provider} · <AccountOrigin account={account} />
        </p>
        <AccountProblem account={account} />
      </div>
      <div className="ml-auto">
        <DisconnectButton account={account} label={words.disconnectFrom(provider, teammate.name)} />
      </div>
    </li>
  )
}
