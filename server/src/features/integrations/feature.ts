import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import { toolsetRoutes } from './toolsets/toolset-routes.ts'

export const integrationsFeature: Feature = {
  name: 'integrations',
  about: 'Accounts of people at Google and Microsoft, connected to teammates',
  routes: [...routes, ...toolsetRoutes],
  reactions,
}
