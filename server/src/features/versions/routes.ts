import { entityVersionEndpoints } from '#contracts/entity-versions.ts'
import { route } from '#platform/route.ts'
import { restoreVersion } from './restore-version.ts'

export const routes = [
  route(entityVersionEndpoints.restoreVersion, {
    caller: 'member',
    serve: (ctx, { params }) => restoreVersion(ctx, params.entity_version_id),
  }),
]
