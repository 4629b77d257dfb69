import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const teammateFilesFeature: Feature = {
  name: 'teammate-files',
  about: 'Teammates as files, with what they work with',
  routes,
}
