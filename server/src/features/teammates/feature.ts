import type { Feature } from '#platform/feature.ts'
import { defineUsage } from '../variables/define-usage.ts'
import { routes as accessGroupRoutes } from './access-groups/routes.ts'
import { findVariableUsages } from './find-variable-usages.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

defineUsage(findVariableUsages)

export const teammatesFeature: Feature = {
  name: 'teammates',
  about: 'Teammates, their versions, and who sees them',
  routes: [...routes, ...accessGroupRoutes],
  reactions,
}
