import type { Feature } from '#platform/feature.ts'
import { defineUsage } from '../variables/define-usage.ts'
import { findVariableUsages } from './find-variable-usages.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

defineUsage(findVariableUsages)

export const connectorsFeature: Feature = {
  name: 'connectors',
  about: 'Servers and APIs that bring tools, set up by the organization and assigned to teammates',
  routes,
  reactions,
}
