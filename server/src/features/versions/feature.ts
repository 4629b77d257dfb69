import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const versionsFeature: Feature = {
  name: 'versions',
  about: 'Earlier versions of teammates and workflows',
  routes,
}
