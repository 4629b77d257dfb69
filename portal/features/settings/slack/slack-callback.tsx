import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import type { FinishOAuth } from '#contracts/channel-bots.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import * as channelBotPaths from '#contracts/paths/channel-bots.ts'
import { safeReturnPath } from '#contracts/return-path.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { Page } from '../../shell/page.tsx'
import { slackMessages } from './messages.ts'

/** Passes what Slack sent to the server, once: its code is good for one use. */
export function SlackCallback() {
  const words = useMessages(slackMessages)
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const finished = useQuery({
    queryKey: ['slack-callback', query],
    queryFn: () => call(channelBotPaths.finishWchatOAuth, { body: readQuery(query) }),
    retry: false,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
  })
  if (finished.data) return <Navigate to={safeReturnPath(finished.data.redirect_url)} replace />
  return (
    <Page title={finished.error ? chatPlatforms.wchat.label : words.connecting}>
      {finished.error ? (
        <EmptyState
          alert
          icon={<Unplug aria-hidden />}
          title={words.connectFailed}
          text={sentenceOf(finished.error, words.connectFailedText)}
        >
          <Link to="/settings/organization" className={buttonClass({ look: 'primary' })}>
            {words.back}
          </Link>
        </EmptyState>
      ) : (
        <WaitingRows />
      )}
    </Page>
  )
}

function readQuery(query: string): FinishOAuth {
  const { state = '', code, error } = Object.fromEntries(new URLSearchParams(query))
  return { state, ...(code && { code }), ...(error && { error }) }
}
