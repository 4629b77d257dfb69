import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { chatPlatforms } from '#contracts/parties.ts'
import { nameOfTool } from '#contracts/teammate-tools.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { formatUsd } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { useIsManager, useSession } from '../../../../lib/session.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Bar } from '../../../../ui/bar.tsx'
import { useAutoChoice, useCatalog } from '../../../models/use-catalog.ts'
import { barOf, stateOf } from '../../../settings/limit-amount.ts'
import { useEntryPoints } from '../../../settings/webchat/use-webchat.ts'
import { teammateAccessQuery, useAccessEvents } from '../../../storage/sharing/use-teammate-access.ts'
import { teammatesMessages } from '../../../teammates/messages.ts'
import { bundlesOf } from '../../../teammates/tool-bundles.ts'
import { useBots } from '../../../teammates/use-bots.ts'
import { useSpending } from '../../use-spending.ts'
import { overviewMessages } from './messages.ts'

function SharedFolders({ teammate }: { teammate: Teammate }) {
  const words = useMessages(overviewMessages)
  const { organization } = useSession()
  useAccessEvents()
  const { data } = useQuery(teammateAccessQuery(organization, teammate.id))
  if (!data) return null
  const count = data.folders.length
  return count === 0 ? <span className="text-muted">{words.noFolders}</span> : words.folders(count)
}

/** What is set elsewhere, each with the way there. */
export function Summary({ teammate }: { teammate: Teammate }) {
  const words = useMessages(overviewMessages)
  const { bundles } = useMessages(teammatesMessages)
  const isManager = useIsManager()
  const abilities = bundlesOf(teammate.tools.map(nameOfTool))
  const toTab = (tab: string) => ({ to: '/staff/ai/$employeeId', params: { employeeId: teammate.id }, search: { tab } })
  return (
    <section aria-label={words.summary} className="border-b border-line pb-7">
      <dl className="grid gap-3 sm:grid-cols-2">
        <Fact label={words.model} link={toTab('model')}>
          <Model teammate={teammate} />
        </Fact>
        <Fact label={words.tools} link={toTab('tools')}>
          {abilities.length === 0 ? (
            <span className="text-muted">{words.noTools}</span>
          ) : (
            <span className="flex flex-wrap gap-1.5 pt-0.5">
              {abilities.map((name) => (
                <Badge key={name} tone="neutral">
                  {bundles[name].title}
                </Badge>
              ))}
            </span>
          )}
        </Fact>
        {!teammate.is_system && (
          <Fact label={words.storage} link={toTab('storage')}>
            <SharedFolders teammate={teammate} />
          </Fact>
        )}
        <Fact label={words.channels} link={toTab('channels')}>
          {words.portal}
          {teammate.channel === 'API' && `, ${words.api}`}
          {teammate.channel === 'Web Chat' && `, ${words.webChat}`}
          <OnPlatforms teammate={teammate} />
          {isManager && <OnSites teammate={teammate} />}
        </Fact>
        {isManager && (
          <Fact label={words.spent} link={{ to: '/settings/spending' }}>
            <Spent teammate={teammate} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

type Target = { to: string; params?: { employeeId: string }; search?: { tab: string } }

function Fact({ label, link, children }: { label: string; link: Target; children: ReactNode }) {
  return (
    <div className="relative min-h-18 min-w-0 rounded-xl border border-line px-4 py-3 transition-colors hover:border-line-strong hover:bg-hover">
      <dt className="text-xs text-muted">
        <Link {...link} className="after:absolute after:inset-0 after:rounded-xl">
          {label}
        </Link>
      </dt>
      <dd className="mt-1 text-sm font-medium">{children}</dd>
    </div>
  )
}

function Model({ teammate }: { teammate: Teammate }) {
  const words = useMessages(overviewMessages)
  const auto = useAutoChoice()
  const { data: models } = useCatalog()
  const own = models?.find(({ id }) => id === teammate.model)
  if (!own)
    return (
      <>
        {auto.label} <span className="font-normal text-muted">{auto.note}</span>
      </>
    )
  if (own.is_available) return own.name
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {own.name}
      <span className="inline-flex items-center gap-1 text-xs font-normal text-warning">
        <Lock aria-hidden className="size-3" />
        {words.notConnected}
      </span>
    </span>
  )
}

/** The platforms on which its bots answer. */
function OnPlatforms({ teammate }: { teammate: Teammate }) {
  const { data = [] } = useBots()
  const active = data.filter(({ employee_id, status }) => employee_id === teammate.id && status === 'active')
  return active.map(({ channel }) => `, ${chatPlatforms[channel].label}`).join('')
}

/** The entry points at which it answers visitors; those who may not set them up do not see them. */
function OnSites({ teammate }: { teammate: Teammate }) {
  const words = useMessages(overviewMessages)
  const { data } = useEntryPoints()
  const own = data?.data.filter(({ employee_id }) => employee_id === teammate.id) ?? []
  if (own.length === 0) return null
  return (
    <span className="block font-normal text-muted">{words.entryPoints(own.map(({ name }) => name).join(', '))}</span>
  )
}

const tones = { fine: 'accent', near: 'warning', reached: 'danger' } as const

/** Without a limit there is nothing to fill a bar against. */
function Spent({ teammate }: { teammate: Teammate }) {
  const words = useMessages(overviewMessages)
  const language = useLanguage()
  const { data } = useSpending()
  if (!data) return '\u00a0'
  const { spent_usd, reserved_usd } = data.data.find(({ employee_id }) => employee_id === teammate.id) ?? {
    spent_usd: 0,
    reserved_usd: 0,
  }
  const limit = data.limit_usd
  const bar = limit === null ? null : barOf(spent_usd, reserved_usd, limit)
  const state = stateOf(spent_usd, reserved_usd, limit)
  return (
    <>
      <span className="tabular-nums">{formatUsd(spent_usd, language)}</span>{' '}
      <span className="font-normal text-muted">
        {limit === null ? words.noLimit : words.ofLimit(formatUsd(limit, language))}
      </span>
      {bar && (
        <span className="mt-2 block">
          <Bar tone={tones[state]} filled={bar.spent} hatched={bar.reserved} />
        </span>
      )}
      {state !== 'fine' && (
        <span className={`mt-1.5 block text-xs font-normal ${state === 'near' ? 'text-warning' : 'text-danger'}`}>
          {state === 'near' ? words.nearLimit : words.limitReached}
        </span>
      )}
    </>
  )
}
