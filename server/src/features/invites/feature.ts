import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const invitesFeature: Feature = {
  name: 'invites',
  about: 'Inviting people into an organization by e-mail or by link',
  routes,
  reactions,
}
