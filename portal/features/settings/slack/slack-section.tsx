import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ChannelConnection } from '#contracts/channel-bots.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { slackMessages } from './messages.ts'
import { useConnect, useConnection } from './use-slack.ts'

const route = getRouteApi('/signed-in/settings/organization')

/** The organization's one workspace, for everyone to see and for owners and admins to change. */
export function SlackSection({ readOnly }: { readOnly: boolean }) {
  const words = useMessages(slackMessages)
  const connection = useConnection()
  useConnectedFlag()
  return (
    <Section title={chatPlatforms.wchat.label} text={words.text}>
      {connection.data ? (
        <Connection connection={connection.data} readOnly={readOnly} />
      ) : connection.isError ? (
        <LoadFailed title={words.failed} query={connection} />
      ) : (
        <WaitingRows />
      )}
    </Section>
  )
}

/** Anyone who comes back from Slack is notified once, however often the page is loaded again. */
function useConnectedFlag(): void {
  const words = useMessages(slackMessages)
  const { connected } = route.useSearch()
  const navigate = useNavigate()
  const arrived = useEffectEvent(() => {
    showToast(words.connectedNow)
    navigate({ to: '/settings/organization', replace: true })
  })
  useEffect(() => {
    if (connected === 'slack') arrived()
  }, [connected])
}

type ConnectionProps = { connection: ChannelConnection; readOnly: boolean }

function Connection({ connection, readOnly }: ConnectionProps) {
  const words = useMessages(slackMessages)
  const language = useLanguage()
  const { status, team, connected_at, is_available } = connection
  return (
    <div className="flex max-w-xl flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line px-4 py-3">
      <div className="min-w-0 grow basis-52">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="min-w-0 text-sm font-medium break-words">{team?.name ?? words.noWorkspace}</h3>
          <State status={status} />
        </div>
        {status === 'active' && connected_at && (
          <p className="mt-0.5 text-xs text-muted">{words.since(formatMoment(connected_at, language))}</p>
        )}
        {status === 'invalid' && (
          <p className="mt-1 flex items-start gap-1.5 text-xs text-warning">
            <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
            {words.invalidText}
          </p>
        )}
        {!is_available && <p className="mt-0.5 text-xs text-pretty text-muted">{words.notAvailable}</p>}
      </div>
      {!readOnly && <Actions connection={connection} />}
    </div>
  )
}

function State({ status }: Pick<ChannelConnection, 'status'>) {
  const words = useMessages(slackMessages)
  if (status === 'active') return <Badge tone="positive">{words.connected}</Badge>
  if (status === 'invalid') return <Badge tone="warning">{words.invalid}</Badge>
  return <Badge tone="neutral">{words.notConnected}</Badge>
}

function Actions({ connection: { status, team, is_available } }: { connection: ChannelConnection }) {
  const words = useMessages(slackMessages)
  const [isAsking, setAsking] = useState(false)
  const connect = useConnect()
  const action = status === 'invalid' ? words.reconnect : words.connect
  return (
    <div className="flex flex-wrap gap-1.5">
      {status !== 'disconnected' && (
        <Button
          size="small"
          look="danger"
          aria-label={words.actionOf(words.disconnect)}
          onClick={() => setAsking(true)}
        >
          {words.disconnect}
        </Button>
      )}
      {status !== 'active' && is_available && (
        <Button
          size="small"
          busy={connect.isPending}
          aria-label={words.actionOf(action)}
          onClick={() => connect.mutate()}
        >
          {action}
        </Button>
      )}
      {isAsking && <DisconnectDialog team={team?.name ?? ''} onClose={() => setAsking(false)} />}
    </div>
  )
}
