import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const teammateFilesFeature: Feature = {
  name: 'teammate-files',
  about: 'Export and import of teammates as files',
  routes,
}
