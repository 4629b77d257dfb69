import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const catalogFeature: Feature = {
  name: 'catalog',
  about: 'The models and voices that exist on this platform',
  routes,
}
