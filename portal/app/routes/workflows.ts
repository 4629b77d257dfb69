import { createRoute } from '@tanstack/react-router'
import { page, texts } from './page.ts'
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
    validateSearch: texts('tab', 'run'),
    component: page(() => import('../../features/workflows/editor/workflow-page.tsx'), 'WorkflowPage'),
  }),
] as const
