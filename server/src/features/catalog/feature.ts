import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

/** The models and voices of the whole platform; how an organization uses them is in `models`. */
export const catalogFeature: Feature = {
  name: 'catalog',
  about: 'The models and voices that exist on this platform',
  routes,
}
