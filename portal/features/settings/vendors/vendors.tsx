import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Provider } from '#contracts/models.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { vendorLabel } from '../../models/vendor-label.ts'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { ManagersOnly } from '../../page-parts/managers-only.tsx'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { vendorMessages } from './messages.ts'
import { PlanRow } from './plan-row.tsx'
import { useClearProvider, useProviders, useRestoreProvider } from './use-providers.ts'

const route = getRouteApi('/signed-in/settings/vendors')

export function Vendors() {
  return (
    <ManagersOnly>
      <VendorList />
    </ManagersOnly>
  )
}

function VendorList() {
  const words = useMessages(vendorMessages)
  const providers = useProviders()
  return (
    <Section title={words.title} text={words.text}>
      {providers.data ? (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {providers.data.map((provider) =>
            provider.provider === 'vendor_6' ? (
              <PlanRow key={provider.provider} provider={provider} />
            ) : (
              <VendorRow key={provider.provider} provider={provider} />
            ),
          )}
        </ul>
      ) : providers.isError ? (
        <LoadFailed title={words.failed} query={providers} />
      ) : (
        <WaitingRows />
      )}
    </Section>
  )
}

function VendorRow({ provider }: { provider: Provider }) {
  const note = [provider.api_key, provider.base_url].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-52">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-sm font-medium">{vendorLabel(provider.provider)}</h3>
          <State provider={provider} />
        </div>
        {note && <p className="mt-0.5 font-mono text-xs break-all text-muted">{note}</p>}
        <KeyCheck provider={provider} />
      </div>
      <Actions provider={provider} />
    </li>
  )
}

function State({ provider }: { provider: Provider }) {
  const words = useMessages(vendorMessages)
  if (provider.has_own_key) return <Badge tone="positive">{words.ownKey}</Badge>
  if (provider.base_url) return <Badge tone="positive">{words.noKeyNeeded}</Badge>
  if (provider.is_connected) return <Badge>{words.platformKey}</Badge>
  return <Badge tone="neutral">{words.notConnected}</Badge>
}

/** The vendor's response when the key was saved. A key that it refuses is not saved; the dialog says why. */
function KeyCheck({ provider: { key_check, provider } }: { provider: Provider }) {
  const label = vendorLabel(provider)
  const words = useMessages(vendorMessages)
  if (key_check === 'accepted')
    return (
      <p className="mt-1 flex items-start gap-1.5 text-xs text-positive">
        <CircleCheck aria-hidden className="mt-px size-3.5 shrink-0" />
        {words.accepted(label)}
      </p>
    )
  if (key_check !== 'unverified') return null
  return (
    <p className="mt-1 flex items-start gap-1.5 text-xs text-warning">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {words.unverified(label)}
    </p>
  )
}

function Actions({ provider }: { provider: Provider }) {
  const words = useMessages(vendorMessages)
  const { connect } = route.useSearch()
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  /** Anyone who was sent here for this vendor finds its dialog open. */
  const isAsked = connect === provider.provider
  const close = () => {
    setEditing(false)
    if (isAsked) navigate({ to: '/settings/vendors', replace: true })
  }
  const { clear, isPending } = useClearProvider(provider)
  const restore = useRestoreProvider(provider)
  const hasOwn = provider.has_own_key || provider.base_url !== null
  const [first, again] = provider.provider === 'custom' ? [words.setUp, words.change] : [words.setKey, words.replaceKey]
  const button = (
    action: string,
    run: () => void,
    busy: boolean,
    look: 'secondary' | 'danger' = 'secondary',
  ): ReactNode => (
    <Button
      size="small"
      look={look}
      busy={busy}
      aria-label={words.actionsOf(action, vendorLabel(provider.provider))}
      onClick={run}
    >
      {action}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-1.5">
      {provider.can_restore && button(words.undoClear, () => restore.mutate(), restore.isPending)}
      {hasOwn && button(words.clear, clear, isPending, 'danger')}
      {button(hasOwn ? again : first, () => setEditing(true), false)}
      {(isEditing || isAsked) && <KeyDialog provider={provider} onClose={close} />}
    </div>
  )
}
