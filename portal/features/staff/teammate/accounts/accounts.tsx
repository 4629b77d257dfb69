import { useMessages } from '../../../../lib/i18n.ts'
import { Section } from '../../../../ui/section.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import type { TabProps } from '../use-teammate-form.ts'
import { AccountRow } from './account-row.tsx'
import { accountMessages } from './messages.ts'
import { useAccounts } from './use-accounts.ts'

/** The accounts of people with which the teammate works, one of each provider. */
export function Accounts({ teammate, readOnly }: TabProps) {
  const words = useMessages(accountMessages)
  const accounts = useAccounts(teammate.id)
  const listed = accounts.data?.data
  return (
    <Section title={words.title} text={readOnly ? `${words.text} ${words.readOnly}` : words.text}>
      {!listed && (accounts.isError ? <LoadFailed title={words.failed} query={accounts} /> : <WaitingRows />)}
      {listed && (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {listed.map((account) => (
            <AccountRow key={account.service} account={account} readOnly={readOnly} />
          ))}
        </ul>
      )}
    </Section>
  )
}
