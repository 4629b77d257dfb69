import { z } from 'zod'
import { AccessGroup, CreateAccessGroup, UpdateAccessGroup } from '#contracts/access-groups.ts'
import { Done, pageOf, pageQuery } from '#contracts/page.ts'
import { paginate } from '#platform/db/paginate.ts'
import { route } from '#platform/route.ts'
import { accessGroupsOf, findAccessGroup } from './access.ts'
import { createAccessGroup } from './create-access-group.ts'
import { deleteAccessGroup } from './delete-access-group.ts'
import { updateAccessGroup } from './update-access-group.ts'

const groups = '/api/organizations/:organization_id/access-groups'
const group = `${groups}/:access_group_id`
const OneGroup = z.object({ access_group_id: z.uuid() })

export const routes = [
  route({
    method: 'GET',
    path: groups,
    caller: 'admin',
    summary: 'Who sees which teammates',
    query: pageQuery({ limit: 50, max: 100 }),
    output: pageOf(AccessGroup),
    serve: (ctx, { query }) => paginate(ctx.db, accessGroupsOf(ctx), query),
  }),
  route({
    method: 'POST',
    path: groups,
    caller: 'admin',
    summary: 'Let users see teammates',
    body: CreateAccessGroup,
    output: AccessGroup,
    serve: (ctx, { body }) => createAccessGroup(ctx, body),
  }),
  route({
    method: 'GET',
    path: group,
    caller: 'admin',
    summary: 'One access group',
    params: OneGroup,
    output: AccessGroup,
    serve: (ctx, { params }) => findAccessGroup(ctx, params.access_group_id),
  }),
  route({
    method: 'PUT',
    path: group,
    caller: 'admin',
    summary: 'Change an access group',
    params: OneGroup,
    body: UpdateAccessGroup,
    output: AccessGroup,
    serve: (ctx, { params, body }) => updateAccessGroup(ctx, params.access_group_id, body),
  }),
  route({
    method: 'DELETE',
    path: group,
    caller: 'admin',
    summary: 'Remove an access group, and what it let its users see',
    params: OneGroup,
    output: Done,
    serve: async (ctx, { params }) => {
      await deleteAccessGroup(ctx, params.access_group_id)
      return { success: true as const }
    },
  }),
]
