import { accessGroupEndpoints } from '#contracts/access-groups.ts'
import { route } from '#platform/route.ts'
import { findAccessGroup, listAccessGroups } from './access.ts'
import { createAccessGroup } from './create-access-group.ts'
import { deleteAccessGroup } from './delete-access-group.ts'
import { updateAccessGroup } from './update-access-group.ts'

export const routes = [
  route(accessGroupEndpoints.listAccessGroups, {
    caller: 'admin',
    serve: (ctx, { query }) => listAccessGroups(ctx, query),
  }),
  route(accessGroupEndpoints.createAccessGroup, {
    caller: 'admin',
    serve: (ctx, { body }) => createAccessGroup(ctx, body),
  }),
  route(accessGroupEndpoints.showAccessGroup, {
    caller: 'admin',
    serve: (ctx, { params }) => findAccessGroup(ctx, params.access_group_id),
  }),
  route(accessGroupEndpoints.updateAccessGroup, {
    caller: 'admin',
    serve: (ctx, { params, body }) => updateAccessGroup(ctx, params.access_group_id, body),
  }),
  route(accessGroupEndpoints.deleteAccessGroup, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      await deleteAccessGroup(ctx, params.access_group_id)
      return { success: true as const }
    },
  }),
]
