import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { BrokenPage } from '../features/shell/broken-page.tsx'
import { LoadingPage } from '../features/shell/loading-page.tsx'
import { MissingPage } from '../features/shell/missing-page.tsx'
import { SignedIn } from './signed-in.tsx'

const root = createRootRoute()

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>) => ({ ...text(search, 'state'), ...text(search, 'error') }),
  component: lazyRouteComponent(() => import('../features/sign-in/login-page.tsx'), 'LoginPage'),
})

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn })

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('../features/chat/home-page.tsx'), 'HomePage'),
})

const chat = createRoute({
  getParentRoute: () => signedIn,
  path: '/chat/$employeeId',
  validateSearch: (search: Record<string, unknown>) => text(search, 'conversation'),
  component: lazyRouteComponent(() => import('../features/chat/chat-page.tsx'), 'ChatPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([login, signedIn.addChildren([home, chat])]),
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

function text<K extends string>(search: Record<string, unknown>, key: K): { [name in K]?: string } {
  const value = search[key]
  const found: { [name in K]?: string } = {}
  if (typeof value === 'string' && value !== '') found[key] = value
  return found
}
