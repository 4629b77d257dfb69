import type { Feature } from '#platform/feature.ts'
import { defineUsage } from '../variables/define-usage.ts'
import { defineRestore } from '../versions/restore-version.ts'
import { routes as accessGroupRoutes } from './access-groups/routes.ts'
import { findVariableUsages } from './find-variable-usages.ts'
import { presentTeammate } from './present.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import { restoreVersion } from './versions/restore-version.ts'
import { TEAMMATE_VERSIONS } from './versions/save-version.ts'

defineUsage(findVariableUsages)
defineRestore(TEAMMATE_VERSIONS, async (ctx, version) => presentTeammate(await restoreVersion(ctx, version)))

export const teammatesFeature: Feature = {
  name: 'teammates',
  about: 'Teammates, their versions, and who sees them',
  routes: [...routes, ...accessGroupRoutes],
  reactions,
}
