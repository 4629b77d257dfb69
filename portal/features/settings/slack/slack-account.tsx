import { useState } from 'react'
import type { WchatAccount } from '#contracts/channel-bots.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { AskFirst } from '../../page-parts/ask-first.tsx'
import { slackMessages } from './messages.ts'
import { useUnlinkSlackAccount } from './use-slack-account.ts'

const { label } = chatPlatforms.wchat

/** A linked account, and the way to unlink it; accounts are linked from Slack. */
export function SlackAccount({ account }: { account: NonNullable<WchatAccount['account']> }) {
  const words = useMessages(slackMessages)
  const [isAsking, setAsking] = useState(false)
  const unlink = useUnlinkSlackAccount()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line px-4 py-3">
      <div className="min-w-0 grow basis-40">
        <p className="text-sm font-medium">{label}</p>
        <p className="mt-0.5 truncate text-xs text-muted">{account.name}</p>
      </div>
      <Button size="small" aria-label={words.actionOf(words.unlink)} onClick={() => setAsking(true)}>
        {words.unlink}
      </Button>
      <AskFirst
        open={isAsking}
        onOpenChange={setAsking}
        title={words.unlinkTitle}
        text={words.unlinkText(account.name)}
        action={words.unlink}
        work={() => unlink.mutateAsync()}
        done={words.unlinked}
        failed={words.unlinkFailed}
      />
    </div>
  )
}
