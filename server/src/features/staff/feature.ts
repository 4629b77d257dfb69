import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const staffFeature: Feature = {
  name: 'staff',
  about: 'People and teammates of an organization, roles and removal',
  routes,
}
