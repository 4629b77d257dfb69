import { createRoute } from '@tanstack/react-router'
import { page, text } from './page.ts'
import { signedIn } from './roots.ts'

export const workflowRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/workflows',
    component: page(() => import('../../features/workflows/list/workflows-page.tsx'), 'WorkflowsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/workflows/$workflowId',
    validateSearch: (search: Record<string, unknown>) => ({ ...text(search, 'tab'), ...text(search, 'run') }),
    component: page(() => import('../../features/workflows/editor/workflow-page.tsx'), 'WorkflowPage'),
  }),
] as const
