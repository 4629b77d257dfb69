import { createRoute } from '@tanstack/react-router'
import { page, texts } from './page.ts'
import { signedIn } from './roots.ts'

export const logsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/logs',
  validateSearch: texts(
    'run',
    'compare',
    'step',
    'page',
    'q',
    'period',
    'from',
    'to',
    'status',
    'teammate',
    'channel',
    'workflow',
    'person',
    'contact',
    'model',
    'duration',
    'tokens',
    'cost',
    'crm',
  ),
  component: page(() => import('../../features/logs/logs-page.tsx'), 'LogsPage'),
})

export const usageRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  validateSearch: texts('range', 'from', 'to', 'by'),
  component: page(() => import('../../features/usage/usage-page.tsx'), 'UsagePage'),
})
