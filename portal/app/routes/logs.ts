import { createRoute } from '@tanstack/react-router'
import { page, text } from './page.ts'
import { signedIn } from './roots.ts'

export const logsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/logs',
  validateSearch: (search: Record<string, unknown>) => ({
    ...text(search, 'run'),
    ...text(search, 'compare'),
    ...text(search, 'step'),
    ...text(search, 'page'),
    ...text(search, 'q'),
    ...text(search, 'period'),
    ...text(search, 'from'),
    ...text(search, 'to'),
    ...text(search, 'status'),
    ...text(search, 'teammate'),
    ...text(search, 'channel'),
    ...text(search, 'workflow'),
    ...text(search, 'person'),
    ...text(search, 'contact'),
    ...text(search, 'model'),
    ...text(search, 'duration'),
    ...text(search, 'tokens'),
    ...text(search, 'cost'),
    ...text(search, 'crm'),
  }),
  component: page(() => import('../../features/logs/logs-page.tsx'), 'LogsPage'),
})

export const usageRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  validateSearch: (search: Record<string, unknown>) => ({
    ...text(search, 'range'),
    ...text(search, 'from'),
    ...text(search, 'to'),
    ...text(search, 'by'),
  }),
  component: page(() => import('../../features/usage/usage-page.tsx'), 'UsagePage'),
})
