import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const variablesFeature: Feature = {
  name: 'variables',
  about: 'Values, public and secret, that texts of the organization name as `{{NAME}}`',
  routes,
}
