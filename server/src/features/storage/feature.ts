import type { Feature } from '#platform/feature.ts'
import { routes as contentRoutes } from './content/routes.ts'
import { routes as privateRoutes } from './private-routes.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import { tools } from './tools.ts'
import { routes as trashRoutes } from './trash/routes.ts'

export const storageFeature: Feature = {
  name: 'storage',
  about: 'Files and folders of an organization',
  routes: [...routes, ...contentRoutes, ...trashRoutes, ...privateRoutes],
  reactions,
  tools,
}
