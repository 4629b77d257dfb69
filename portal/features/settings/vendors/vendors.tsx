import { type ReactNode, useState } from 'react'
import type { Provider } from '#contracts/models.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { ManagersOnly } from '../managers-only.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { vendorMessages } from './messages.ts'
import { useClearProvider, useProviders, useRestoreProvider } from './use-providers.ts'

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
          {providers.data.filter(canBeConnected).map((provider) => (
            <VendorRow key={provider.provider} provider={provider} />
          ))}
        </ul>
      ) : providers.isError ? (
        <LoadFailed title={words.failed} query={providers} />
      ) : (
        <WaitingRows />
      )}
    </Section>
  )
}

/** A vendor plan signs people in at the vendor, and has no key to save. */
const canBeConnected = ({ provider }: Provider): boolean => provider !== 'vendor_6'

function VendorRow({ provider }: { provider: Provider }) {
  const note = [provider.api_key, provider.base_url].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-52">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-sm font-medium">{provider.label}</h3>
          <State provider={provider} />
        </div>
        {note && <p className="mt-0.5 font-mono text-xs break-all text-muted">{note}</p>}
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

function Actions({ provider }: { provider: Provider }) {
  const words = useMessages(vendorMessages)
  const [editing, setEditing] = useState(false)
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
    <Button size="small" look={look} busy={busy} aria-label={words.actionsOf(action, provider.label)} onClick={run}>
      {action}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-1.5">
      {provider.can_restore && button(words.undoClear, () => restore.mutate(), restore.isPending)}
      {hasOwn && button(words.clear, clear, isPending, 'danger')}
      {button(hasOwn ? again : first, () => setEditing(true), false)}
      <KeyDialog provider={provider} open={editing} onOpenChange={setEditing} />
    </div>
  )
}
