import { z } from 'zod'
import { Done, pageOf, pageQuery } from '#contracts/page.ts'
import {
  CreateTeammate,
  ExternalUrls,
  Teammate,
  TeammateIds,
  TeammatesDone,
  UpdateTeammate,
} from '#contracts/teammates.ts'
import { EntityVersions, EntityVersionsQuery } from '#contracts/versions.ts'
import { route } from '#platform/route.ts'
import { listVersions } from '../versions/list-versions.ts'
import { findTeammate } from './access.ts'
import { createTeammate } from './create-teammate.ts'
import { deleteTeammates } from './delete-teammates.ts'
import { ensureAlly } from './ensure-ally.ts'
import { TEAMMATE_VERSIONS } from './keep-version.ts'
import { listExternalUrls } from './list-external-urls.ts'
import { listTeammates } from './list-teammates.ts'
import { presentTeammate } from './present.ts'
import { restoreTeammates } from './restore-teammates.ts'
import { restoreVersion } from './restore-version.ts'
import { updateTeammate } from './update-teammate.ts'

const organization = '/api/organizations/:organization_id'
const employees = `${organization}/employees`
const employee = `${employees}/:employee_id`
const OneTeammate = z.object({ employee_id: z.uuid() })

export const routes = [
  route({
    method: 'GET',
    path: employees,
    caller: 'member',
    summary: 'The teammates that the caller sees, the own personal assistant first',
    query: pageQuery({ limit: 50, max: 100 }),
    output: pageOf(Teammate),
    serve: async (ctx, { query }) => {
      const page = await listTeammates(ctx, query)
      return { ...page, data: page.data.map(presentTeammate) }
    },
  }),
  route({
    method: 'POST',
    path: employees,
    caller: 'admin',
    summary: 'Employ a teammate',
    body: CreateTeammate,
    output: Teammate,
    serve: async (ctx, { body }) => presentTeammate(await createTeammate(ctx, body)),
  }),
  route({
    method: 'GET',
    path: `${employees}/ally`,
    caller: 'member',
    summary: 'The personal assistant of the caller',
    output: Teammate,
    serve: async (ctx) => presentTeammate(await ensureAlly(ctx)),
  }),
  route({
    method: 'POST',
    path: `${employees}/bulk-delete`,
    caller: 'admin',
    summary: 'Move teammates to the trash, all or none',
    body: TeammateIds,
    output: TeammatesDone,
    serve: async (ctx, { body }) => {
      await deleteTeammates(ctx, body.ids)
      return { success: true as const, ids: body.ids }
    },
  }),
  route({
    method: 'POST',
    path: `${employees}/bulk-restore`,
    caller: 'admin',
    summary: 'Take teammates out of the trash, all or none',
    body: TeammateIds,
    output: TeammatesDone,
    serve: async (ctx, { body }) => {
      await restoreTeammates(ctx, body.ids)
      return { success: true as const, ids: body.ids }
    },
  }),
  route({
    method: 'GET',
    path: employee,
    caller: 'member',
    summary: 'One teammate',
    params: OneTeammate,
    output: Teammate,
    serve: async (ctx, { params }) => presentTeammate(await findTeammate(ctx, params.employee_id)),
  }),
  route({
    method: 'PUT',
    path: employee,
    caller: 'teammate_editor',
    summary: 'Change a teammate',
    body: UpdateTeammate,
    output: Teammate,
    serve: async (ctx, { body }) => presentTeammate(await updateTeammate(ctx, ctx.teammate.id, body)),
  }),
  route({
    method: 'DELETE',
    path: employee,
    caller: 'admin',
    summary: 'Move a teammate to the trash',
    params: OneTeammate,
    output: Done,
    serve: async (ctx, { params }) => {
      await deleteTeammates(ctx, [params.employee_id])
      return { success: true as const }
    },
  }),
  route({
    method: 'GET',
    path: `${employee}/external-urls`,
    caller: 'member',
    summary: 'Where others reach the teammate from outside',
    params: OneTeammate,
    output: ExternalUrls,
    serve: async (ctx, { params }) => listExternalUrls(ctx, await findTeammate(ctx, params.employee_id)),
  }),
  route({
    method: 'GET',
    path: `${organization}/entity-versions/ai_employee/:employee_id`,
    caller: 'member',
    summary: 'The versions of a teammate, newest first',
    params: OneTeammate,
    query: EntityVersionsQuery,
    output: EntityVersions,
    serve: async (ctx, { params, query }) => {
      const { id } = await findTeammate(ctx, params.employee_id)
      return listVersions(ctx, { entity_type: TEAMMATE_VERSIONS, entity_id: id }, query)
    },
  }),
  route({
    method: 'POST',
    path: `${organization}/entity-versions/:entity_version_id/restore`,
    caller: 'member',
    summary: 'Bring back an earlier version of a teammate',
    params: z.object({ entity_version_id: z.uuid() }),
    output: Teammate,
    serve: async (ctx, { params }) => presentTeammate(await restoreVersion(ctx, params.entity_version_id)),
  }),
]
