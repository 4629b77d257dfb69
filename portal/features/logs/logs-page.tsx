import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { whenReachable } from '../../lib/when-reachable.ts'
import { ManagersOnly } from '../page-parts/managers-only.tsx'
import { WaitingForm } from '../page-parts/waiting.tsx'
import { Page } from '../shell/page.tsx'
import { LogsTabs } from './logs-tabs.tsx'
import { logMessages } from './messages.ts'
import { RunList } from './run-list.tsx'

const route = getRouteApi('/signed-in/logs')

const RunPage = lazy(() =>
  whenReachable(() => import('./run/run-page.tsx')).then((module) => ({ default: module.RunPage })),
)
const ComparePage = lazy(() =>
  whenReachable(() => import('./compare/compare-page.tsx')).then((module) => ({ default: module.ComparePage })),
)

/** What runs did: all of them, one, or two beside each other. */
export function LogsPage() {
  const words = useMessages(logMessages)
  const { run, compare } = route.useSearch()
  return (
    <ManagersOnly>
      {run ? (
        <Suspense
          fallback={
            <Page title={words.title}>
              <WaitingForm />
            </Page>
          }
        >
          {compare ? <ComparePage key={`${run} ${compare}`} ids={[run, compare]} /> : <RunPage key={run} id={run} />}
        </Suspense>
      ) : (
        <Page title={words.title} part="list" tabs={<LogsTabs />}>
          <RunList />
        </Page>
      )}
    </ManagersOnly>
  )
}
