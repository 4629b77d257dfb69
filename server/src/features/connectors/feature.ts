import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const connectorsFeature: Feature = {
  name: 'connectors',
  about: 'Servers of tools, set up by the organization and assigned to teammates',
  routes,
  reactions,
}
