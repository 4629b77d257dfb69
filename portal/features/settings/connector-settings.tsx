import { useIsManager } from '../../lib/session.ts'
import { Connectors } from '../connectors/connectors.tsx'
import { ConnectedAccounts } from './connected-accounts/connected-accounts.tsx'

/** For everyone the connectors; for those who manage the organization the accounts of its teammates, too. */
export function ConnectorSettings() {
  const isManager = useIsManager()
  return (
    <>
      <Connectors />
      {isManager && <ConnectedAccounts />}
    </>
  )
}
