import { useState } from 'react'
import { chatPlatforms } from '#contracts/parties.ts'
import type { User } from '#contracts/users.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { AskFirst } from '../../page-parts/ask-first.tsx'
import { SlackAccount } from '../slack/slack-account.tsx'
import { useSlackAccount } from '../slack/use-slack-account.ts'
import { accountMessages } from './messages.ts'
import { useLinkable, useLinkMsgr, useUnlinkMsgr } from './use-accounts.ts'

const { label } = chatPlatforms.msgr

/** Where the deployment has set that up, or something is linked from when it had. */
export function Accounts() {
  const words = useMessages(accountMessages)
  const { user } = useSession()
  const linkable = useLinkable()
  const { msgr_account: account } = user
  const slack = useSlackAccount().data?.account
  const showsTelegram = account || linkable.data?.msgr
  if (!showsTelegram && !slack) return null
  return (
    <Section title={words.title} text={words.text(showsTelegram ? label : chatPlatforms.wchat.label)}>
      <div className="space-y-3">
        {showsTelegram && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line px-4 py-3">
            <div className="min-w-0 grow basis-40">
              <p className="text-sm font-medium">{label}</p>
              <p className="mt-0.5 truncate text-xs text-muted">{account ? nameOf(account) : words.notLinked}</p>
            </div>
            {account ? <Disconnect account={account} /> : <Connect />}
          </div>
        )}
        {slack && <SlackAccount account={slack} />}
      </div>
    </Section>
  )
}

type Account = NonNullable<User['msgr_account']>

/** By what people know an account there best. */
function nameOf({ id, username, name }: Account): string {
  return username ? `@${username}` : (name ?? id)
}

function Connect() {
  const words = useMessages(accountMessages)
  const link = useLinkMsgr()
  const submit = () =>
    link.mutate(undefined, { onError: (error) => showToast(sentenceOf(error, words.connectFailed(label))) })
  return (
    <Button
      size="small"
      busy={link.isPending || link.isSuccess}
      aria-label={words.connectLabel(label)}
      onClick={submit}
    >
      {words.connect}
    </Button>
  )
}

function Disconnect({ account }: { account: Account }) {
  const words = useMessages(accountMessages)
  const [asking, setAsking] = useState(false)
  const unlink = useUnlinkMsgr()
  return (
    <>
      <Button size="small" aria-label={words.disconnectLabel(label)} onClick={() => setAsking(true)}>
        {words.disconnect}
      </Button>
      <AskFirst
        open={asking}
        onOpenChange={setAsking}
        title={words.disconnectTitle(label)}
        text={words.disconnectText(nameOf(account))}
        action={words.disconnect}
        work={() => unlink.mutateAsync()}
        done={words.disconnected(label)}
        failed={words.disconnectFailed(label)}
      />
    </>
  )
}
