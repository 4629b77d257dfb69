import { getRouteApi } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ConnectionAttempt, Provider } from '#contracts/models.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { vendorLabel } from '../../models/vendor-label.ts'
import { partMessages } from '../../page-parts/messages.ts'
import { vendorMessages } from './messages.ts'
import { PlanAttempt } from './plan-attempt.tsx'
import { useAttempt, usePlanActions } from './use-plan.ts'

const route = getRouteApi('/signed-in/settings/vendors')

/** A vendor’s plan has no key to save: a person signs in to it at the vendor. */
export function PlanRow({ provider }: { provider: Provider }) {
  const words = useMessages(vendorMessages)
  const { data: attempt, readAgain } = useAttempt()
  const actions = usePlanActions()
  const isPending = attempt?.status === 'pending'
  /** How an earlier visit’s attempt ended is nobody’s concern any more. */
  const [isWatched, setWatched] = useState(false)
  if (isPending && !isWatched) setWatched(true)
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-52">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="text-sm font-medium">{vendorLabel(provider.provider)}</h3>
            <State provider={provider} />
          </div>
          <About provider={provider} />
        </div>
        {!isPending && <Actions provider={provider} actions={actions} />}
      </div>
      {attempt && isPending && <PlanAttempt attempt={attempt} cancel={actions.cancel} onOver={readAgain} />}
      <p role="status" className="text-xs text-warning not-empty:mt-2">
        {attempt && isWatched && endOf(attempt, words.planExpired)}
      </p>
    </li>
  )
}

function endOf({ status, error }: ConnectionAttempt, expired: string): string | null {
  if (status === 'expired') return expired
  return status === 'failed' || status === 'cancelled' ? (error ?? null) : null
}

function State({ provider: { is_connected, lost_at } }: { provider: Provider }) {
  const words = useMessages(vendorMessages)
  if (is_connected) return <Badge tone="positive">{words.connected}</Badge>
  return lost_at ? <Badge tone="warning">{words.planEnded}</Badge> : <Badge tone="neutral">{words.notConnected}</Badge>
}

function About({ provider: { is_connected, account, lost_at } }: { provider: Provider }) {
  const words = useMessages(vendorMessages)
  const language = useLanguage()
  if (is_connected) return account && <p className="mt-0.5 text-xs break-all text-muted">{words.planOf(account)}</p>
  if (!lost_at) return <p className="mt-0.5 max-w-prose text-xs text-pretty text-muted">{words.planText}</p>
  return (
    <p className="mt-1 flex items-start gap-1.5 text-xs text-warning">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {words.planLost(formatMoment(lost_at, language), account)}
    </p>
  )
}

type ActionsProps = { provider: Provider; actions: ReturnType<typeof usePlanActions> }

function Actions({ provider: { is_connected, lost_at, provider }, actions }: ActionsProps) {
  const label = vendorLabel(provider)
  const words = useMessages(vendorMessages)
  const parts = useMessages(partMessages)
  const [isAsking, setAsking] = useState(false)
  const connect = useRef<HTMLButtonElement>(null)
  /** Anyone who was sent here for the plan finds its button under the finger. */
  const isAsked = route.useSearch().connect === provider
  useEffect(() => {
    if (isAsked) connect.current?.focus()
  }, [isAsked])
  const { start, revoke } = actions
  const action = is_connected || lost_at ? words.reconnect : words.connect
  return (
    <div className="flex flex-wrap gap-1.5">
      {is_connected && (
        <Button
          size="small"
          look="danger"
          aria-label={words.actionsOf(words.disconnect, label)}
          onClick={() => setAsking(true)}
        >
          {words.disconnect}
        </Button>
      )}
      <Button
        ref={connect}
        size="small"
        busy={start.isPending}
        aria-label={words.actionsOf(action, label)}
        onClick={() => start.mutate()}
      >
        {action}
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={words.disconnectTitle}
        text={words.disconnectText}
        action={words.disconnect}
        cancel={parts.cancel}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </div>
  )
}
