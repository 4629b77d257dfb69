import { useQueryClient } from '@tanstack/react-query'
import { CloudOff, Command, RefreshCw } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { WhoAmI } from '#contracts/users.ts'
import { useMessages } from '../../lib/i18n.ts'
import { updateCached } from '../../lib/query-cache.ts'
import { useOnline, useRealtimeStatus, useServerEvent } from '../../lib/realtime.ts'
import { useSession, whoAmI } from '../../lib/session.ts'
import { whenReachable } from '../../lib/when-reachable.ts'
import { Banner } from '../../ui/banner.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { GlobalOverlay } from '../../ui/global-overlay.tsx'
import { useTeammateEvents } from '../teammates/use-teammate-events.ts'
import { Brand } from './brand.tsx'
import { shellMessages } from './messages.ts'
import { HideNavigationButton, Navigation } from './navigation.tsx'
import { showOverlay } from './palette/overlay.ts'
import { Overlays } from './palette/overlays.tsx'
import { PrimaryNavigation } from './primary-navigation.tsx'
import { useRail } from './use-rail.ts'
import { UserMenuButton } from './user-menu-button.tsx'

// The page itself comes first.
const CountEvents = lazy(() =>
  whenReachable(() => import('../inbox-counts/count-events.tsx')).then((module) => ({ default: module.CountEvents })),
)

const Notifier = lazy(() =>
  whenReachable(() => import('../notifications/notifier.tsx')).then((module) => ({ default: module.Notifier })),
)

/** The frame of every page: navigation, user menu, command palette. `rail` is shown below the navigation. */
export function Shell({ rail, children }: { rail: ReactNode; children: ReactNode }) {
  const words = useMessages(shellMessages)
  useOrganizationEvents()
  useTeammateEvents()
  const { wide, open, setOpen, navigation } = useRail()

  return (
    <Navigation value={navigation}>
      <div className="flex h-full flex-col">
        <a
          href="#content"
          className="sr-only z-50 rounded-lg bg-raised px-3 py-2 text-sm font-medium shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {words.skipToContent}
        </a>
        <ConnectionBanner />
        <Overlays />
        <Suspense>
          <CountEvents />
          <Notifier />
        </Suspense>
        <div className="flex min-h-0 grow">
          {wide && open && (
            <aside aria-label={words.navigation} className="flex w-60 shrink-0 flex-col border-r border-line bg-canvas">
              <Rail>{rail}</Rail>
            </aside>
          )}
          {!wide && (
            <Drawer open={open} onOpenChange={setOpen} title={words.navigation}>
              <Rail>{rail}</Rail>
            </Drawer>
          )}
          <main id="content" tabIndex={-1} className="flex min-w-0 grow flex-col outline-none">
            {children}
          </main>
        </div>
        <GlobalOverlay />
      </div>
    </Navigation>
  )
}

/** Another administrator's change of the name, say, shows here at once. */
function useOrganizationEvents(): void {
  const client = useQueryClient()
  useServerEvent('organization.updated', (event) => {
    updateCached<WhoAmI>(client, whoAmI.queryKey, (cached) =>
      cached.currentOrganization?.id === event.id
        ? { ...cached, currentOrganization: { ...cached.currentOrganization, ...event } }
        : cached,
    )
  })
}

function Rail({ children }: { children: ReactNode }) {
  const { organization } = useSession()
  const words = useMessages(shellMessages)
  return (
    <>
      <div className="flex h-14 shrink-0 items-center pr-2">
        <Brand note={organization.name} className="grow pl-4" />
        <IconButton label={`${words.palette} (Ctrl+K, ⌘K)`} onClick={() => showOverlay('palette')}>
          <Command aria-hidden />
        </IconButton>
        <HideNavigationButton />
      </div>
      <PrimaryNavigation />
      {children}
      <div className="shrink-0 border-t border-line p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <UserMenuButton />
      </div>
    </>
  )
}

function ConnectionBanner() {
  const words = useMessages(shellMessages)
  const online = useOnline()
  const lost = useRealtimeStatus() === 'lost'
  const late = useLasting(lost, 1_500)
  if (!online) return <Banner icon={<CloudOff aria-hidden />}>{words.offline}</Banner>
  return late ? <Banner icon={<RefreshCw aria-hidden />}>{words.reconnecting}</Banner> : null
}

/** True once the state has lasted for a while: a blink of the connection is not worth a word. */
function useLasting(state: boolean, milliseconds: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!state) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), milliseconds)
    return () => clearTimeout(timer)
  }, [state, milliseconds])
  return state && lasting
}
