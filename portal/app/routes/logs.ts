import { createRoute } from '@tanstack/react-router'
import { logsSearchNames } from '../../features/logs/filters.ts'
import { page, texts } from './page.ts'
import { signedIn } from './roots.ts'

export const logsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/logs',
  validateSearch: texts(...logsSearchNames),
  component: page(() => import('../../features/logs/logs-page.tsx'), 'LogsPage'),
})

export const usageRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  validateSearch: texts('range', 'from', 'to', 'by'),
  component: page(() => import('../../features/usage/usage-page.tsx'), 'UsagePage'),
})
