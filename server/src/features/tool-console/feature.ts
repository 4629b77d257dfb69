import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const toolConsoleFeature: Feature = {
  name: 'tool-console',
  about: 'Trying a teammate’s tools by hand',
  routes,
  reactions,
}
