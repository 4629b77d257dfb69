import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { BrokenPage } from '../features/shell/broken-page.tsx'
import { LoadingPage } from '../features/shell/loading-page.tsx'
import { whenReachable } from '../lib/when-reachable.ts'
import { adminRoute } from './routes/admin.ts'
import { logsRoute, usageRoute } from './routes/logs.ts'
import { page, texts } from './routes/page.ts'
import { root, signedIn } from './routes/roots.ts'
import { settingsRoute } from './routes/settings.ts'
import { workflowRoutes } from './routes/workflows.ts'

const MissingPage = lazyRouteComponent(
  () => whenReachable(() => import('../features/shell/error-pages/missing-page.tsx')),
  'MissingPage',
)

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: texts('state', 'error', 'select_account'),
  component: page(() => import('../features/sign-in/login-page.tsx'), 'LoginPage'),
})

const callbackPages = () => import('../features/sign-in/callback-page.tsx')

const idpaCallback = createRoute({
  getParentRoute: () => root,
  path: '/login/idpa',
  component: page(callbackPages, 'IdpaCallbackPage'),
})

const authServerCallback = createRoute({
  getParentRoute: () => root,
  path: '/login/auth-server/callback',
  component: page(callbackPages, 'AuthServerCallbackPage'),
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite/$code',
  component: page(() => import('../features/invite/invite-page.tsx'), 'InvitePage'),
})

const answer = createRoute({
  getParentRoute: () => root,
  path: '/answer/$token',
  component: page(() => import('../features/answer-link/answer-page.tsx'), 'AnswerPage'),
})

const msgrCallback = createRoute({
  getParentRoute: () => root,
  path: '/login/msgr',
  component: page(callbackPages, 'MsgrCallbackPage'),
})

const operatorLinkPages = () => import('../features/sign-in/operator-link/operator-link-page.tsx')

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup/$token',
  component: page(operatorLinkPages, 'SetUpPage'),
})

const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/sign-in-link/$token',
  component: page(operatorLinkPages, 'SignInLinkPage'),
})

const desktopAuth = createRoute({
  getParentRoute: () => root,
  path: '/desktop-auth/authorize',
  validateSearch: texts('return_to', 'consent_token', 'device_name'),
  component: page(() => import('../features/desktop-auth/desktop-auth-page.tsx'), 'DesktopAuthPage'),
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: page(() => import('../features/chat/home-page.tsx'), 'HomePage'),
})

const chat = createRoute({
  getParentRoute: () => signedIn,
  path: '/chat/$employeeId',
  validateSearch: texts('conversation', 'message'),
  component: page(() => import('../features/chat/chat-page.tsx'), 'ChatPage'),
})

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/inbox',
  validateSearch: texts('conversation', 'filter', 'category', 'teammate', 'label', 'panel', 'q', 'message', 'view'),
  component: page(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
})

const storage = createRoute({
  getParentRoute: () => signedIn,
  path: '/storage',
  validateSearch: texts('path', 'file', 'line', 'part', 'q', 'view'),
  component: page(() => import('../features/storage/storage-page.tsx'), 'StoragePage'),
})

const staff = createRoute({
  getParentRoute: () => signedIn,
  path: '/staff',
  validateSearch: texts('create'),
  component: page(() => import('../features/staff/staff-page.tsx'), 'StaffPage'),
})

const people = createRoute({
  getParentRoute: () => signedIn,
  path: '/staff/people',
  component: page(() => import('../features/staff/people/people-page.tsx'), 'PeoplePage'),
})

const contacts = createRoute({
  getParentRoute: () => signedIn,
  path: '/contacts',
  validateSearch: texts('contact', 'q'),
  component: page(() => import('../features/contacts/contacts-page.tsx'), 'ContactsPage'),
})

const teammate = createRoute({
  getParentRoute: () => signedIn,
  path: '/staff/ai/$employeeId',
  validateSearch: texts('tab', 'onboarding'),
  component: page(() => import('../features/staff/teammate/teammate-page.tsx'), 'TeammatePage'),
})

const oauthCallbacks = () => import('../features/oauth-callbacks/callback-pages.tsx')

const slackCallback = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/slack/callback',
  component: page(oauthCallbacks, 'SlackCallback'),
})

const slackLink = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/slack/link',
  component: page(() => import('../features/settings/slack/link-page.tsx'), 'SlackLinkPage'),
})

const accountCallback = createRoute({
  getParentRoute: () => signedIn,
  path: '/integrations/$service/callback',
  component: page(oauthCallbacks, 'AccountCallback'),
})

const unknown = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  component: page(() => import('../features/shell/error-pages/missing-inside.tsx'), 'MissingInside'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    idpaCallback,
    authServerCallback,
    invite,
    answer,
    msgrCallback,
    setUp,
    signInLink,
    desktopAuth,
    signedIn.addChildren([
      home,
      chat,
      inbox,
      storage,
      staff,
      people,
      contacts,
      teammate,
      logsRoute,
      usageRoute,
      settingsRoute,
      slackCallback,
      slackLink,
      accountCallback,
      adminRoute,
      ...workflowRoutes,
      unknown,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: MissingPage,
  // The state of the sign-in is JSON text on the wire; the router would otherwise parse it on the way in.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(([, value]) => typeof value === 'string')
    const query = new URLSearchParams(Object.fromEntries(entries)).toString()
    return query ? `?${query}` : ''
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
