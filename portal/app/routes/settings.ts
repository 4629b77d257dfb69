import { createRoute } from '@tanstack/react-router'
import { page, texts } from './page.ts'
import { signedIn } from './roots.ts'

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: page(() => import('../../features/settings/settings-page.tsx'), 'SettingsPage'),
})

const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: '/',
    component: page(() => import('../../features/settings/personal.tsx'), 'Personal'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'organization',
    validateSearch: texts('connected'),
    component: page(() => import('../../features/settings/organization.tsx'), 'OrganizationSettings'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'variables',
    component: page(() => import('../../features/settings/variables/variables.tsx'), 'Variables'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'connectors',
    component: page(() => import('../../features/settings/connector-settings.tsx'), 'ConnectorSettings'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'inbox',
    component: page(() => import('../../features/settings/inbox/inbox-settings.tsx'), 'InboxSettings'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'spending',
    component: page(() => import('../../features/settings/spending.tsx'), 'Spending'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'vendors',
    validateSearch: texts('connect'),
    component: page(() => import('../../features/settings/vendors/vendors.tsx'), 'Vendors'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'webchat',
    component: page(() => import('../../features/settings/webchat/webchat-page.tsx'), 'Webchat'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'keys',
    component: page(() => import('../../features/settings/keys/keys.tsx'), 'Keys'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'webhooks',
    validateSearch: texts('id'),
    component: page(() => import('../../features/settings/webhooks/webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'access-groups',
    component: page(() => import('../../features/settings/access-groups/access-groups.tsx'), 'AccessGroups'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'audit-log',
    component: page(() => import('../../features/settings/audit/audit-log.tsx'), 'AuditLog'),
  }),
] as const

export const settingsRoute = settings.addChildren(settingsPages)
