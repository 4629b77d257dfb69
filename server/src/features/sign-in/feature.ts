import type { Feature } from '#platform/feature.ts'
import { desktopRoutes } from './desktop/routes.ts'
import { reactions } from './openid/reactions.ts'
import { openIdRoutes } from './openid/routes.ts'
import { routes } from './routes.ts'

export const signInFeature: Feature = {
  name: 'sign-in',
  about: 'Signing in and out',
  routes: [...routes, ...openIdRoutes, ...desktopRoutes],
  reactions,
}
