import { createRoute, redirect } from '@tanstack/react-router'
import { page } from './page.ts'
import { signedIn } from './roots.ts'

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  component: page(() => import('../../features/catalog/admin-page.tsx'), 'AdminPage'),
})

const adminPages = [
  createRoute({
    getParentRoute: () => admin,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/admin/models', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => admin,
    path: 'models',
    component: page(() => import('../../features/catalog/models.tsx'), 'Models'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: 'voices',
    component: page(() => import('../../features/catalog/voices.tsx'), 'Voices'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: 'defaults',
    component: page(() => import('../../features/catalog/defaults.tsx'), 'Defaults'),
  }),
] as const

export const adminRoute = admin.addChildren(adminPages)
