import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

/** People and teammates of an organization in one list, and what is done to people. */
export const staffFeature: Feature = {
  name: 'staff',
  about: 'People and teammates of an organization, roles and removal',
  routes,
}
