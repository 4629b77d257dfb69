import { Accounts } from '../accounts/accounts.tsx'
import type { TabProps } from '../use-teammate-form.ts'
import { Assigned } from './assigned.tsx'
import { HostedTokens } from './hosted-tokens.tsx'

/** What a teammate uses of other servers, and what programs use of it. */
export function ConnectorsTab(props: TabProps) {
  return (
    <>
      <Accounts {...props} />
      <Assigned {...props} />
      <HostedTokens teammate={props.teammate} />
    </>
  )
}
