import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const auditFeature: Feature = {
  name: 'audit',
  about: 'Who changed what, and who signed in',
  routes,
  reactions,
}
