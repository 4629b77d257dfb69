import type { Feature } from '#platform/feature.ts'
import { routes as accessGroupRoutes } from './access-groups/routes.ts'
import { routes } from './routes.ts'

export const teammatesFeature: Feature = {
  name: 'teammates',
  about: 'Teammates, their versions, and who sees them',
  routes: [...routes, ...accessGroupRoutes],
}
