import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { AuthErrorPage } from '../features/shell/auth-error-page.tsx'
import { LoadingPage } from '../features/shell/loading-page.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { queryKeys } from '../lib/query-keys.ts'
import { openRealtime, type Realtime, RealtimeContext } from '../lib/realtime.ts'
import { stateFor } from '../lib/return-path.ts'
import { authErrorOf, SessionContext, whoAmI } from '../lib/session.ts'
import { whenReachable } from '../lib/when-reachable.ts'

// The page itself comes first; its neighbors may come a moment later.
const History = lazy(() =>
  whenReachable(() => import('../features/chat/history/history.tsx')).then(({ History }) => ({ default: History })),
)

const NoOrganizationPage = lazy(() =>
  whenReachable(() => import('../features/shell/error-pages/no-organization-page.tsx')).then((module) => ({
    default: module.NoOrganizationPage,
  })),
)

/** Everything behind the sign-in: who is here decides what is shown. */
export function SignedIn() {
  const { data, error, isFetching, refetch } = useQuery(whoAmI)
  const session = useMemo(() => {
    if (!data?.user || !data.currentOrganization) return null
    return { user: data.user, wsToken: data.wsToken, organization: data.currentOrganization }
  }, [data])

  if (!data && error) return <AuthErrorPage error={authErrorOf(error)} busy={isFetching} onRetry={() => refetch()} />
  if (!data) return <LoadingPage />
  if (!data.user) return <ToLogin />
  if (!session)
    return (
      <Suspense fallback={<LoadingPage />}>
        <NoOrganizationPage />
      </Suspense>
    )
  return (
    <SessionContext key={`${session.user.id} ${session.organization.id}`} value={session}>
      <RealtimeProvider token={session.wsToken}>
        <Shell rail={<Rail />}>
          <Outlet />
        </Shell>
      </RealtimeProvider>
    </SessionContext>
  )
}

function Rail() {
  return (
    <Suspense fallback={<div data-waiting className="grow" />}>
      <History />
    </Suspense>
  )
}

function ToLogin() {
  // Kept as it was: while the sign-in page loads, the location is already that page's own.
  const [returnTo] = useState(useLocation({ select: ({ href }) => href }))
  return <Navigate to="/login" search={{ state: stateFor(returnTo) }} replace />
}

function RealtimeProvider({ token, children }: { token: string | null; children: ReactNode }) {
  const client = useQueryClient()
  const [realtime, setRealtime] = useState<Realtime | null>(null)
  useEffect(() => {
    if (!token) return
    const askAgain = () => client.invalidateQueries({ queryKey: queryKeys.whoAmI })
    const opened = openRealtime(token, askAgain)
    // An admitted person may have another role by now, or have left the organization: events about it come only from now on.
    opened.on('ready', askAgain)
    setRealtime(opened)
    return () => {
      opened.close()
      setRealtime(null)
    }
  }, [token, client])
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>
}
