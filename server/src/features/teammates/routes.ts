import { catalogEndpoints } from '#contracts/catalog.ts'
import { teammateEndpoints } from '#contracts/teammates.ts'
import { route } from '#platform/route.ts'
import { presentModel, presentVoice } from '../catalog/present.ts'
import { listVersions } from '../versions/list-versions.ts'
import { findTeammate } from './access.ts'
import { createTeammate } from './create-teammate.ts'
import { deleteTeammates } from './deleted/delete-teammates.ts'
import { listDeletedTeammates } from './deleted/list-deleted-teammates.ts'
import { restoreTeammates } from './deleted/restore-teammates.ts'
import { ensureAlly } from './ensure-ally.ts'
import { listTeammates } from './list-teammates.ts'
import { changeModel } from './models/change-model.ts'
import { changeVoice, removeVoice } from './models/change-voice.ts'
import { removeModel } from './models/remove-model.ts'
import { presentTeammate } from './present.ts'
import { presentWhole, withSkillsFolder } from './skills-path.ts'
import { checkTools } from './tools/check-tools.ts'
import { updateTeammate } from './update-teammate.ts'
import { TEAMMATE_VERSIONS } from './versions/save-version.ts'

export const routes = [
  // Teammates refer to models and voices, so the catalog below cannot look after them itself.
  route(catalogEndpoints.updateAiModel, {
    caller: 'developer',
    serve: async (ctx, { params, body }) => presentModel(await changeModel(ctx, params.id, body)),
  }),
  route(catalogEndpoints.deleteAiModel, {
    caller: 'developer',
    serve: async (ctx, { params }) => {
      await removeModel(ctx, params.id)
      return { success: true as const }
    },
  }),
  route(catalogEndpoints.updateAiVoice, {
    caller: 'developer',
    serve: async (ctx, { params, body }) => presentVoice(await changeVoice(ctx, params.id, body)),
  }),
  route(catalogEndpoints.deleteAiVoice, {
    caller: 'developer',
    serve: async (ctx, { params }) => {
      await removeVoice(ctx, params.id)
      return { success: true as const }
    },
  }),
  route(teammateEndpoints.listTeammates, {
    caller: 'member',
    serve: async (ctx, { query }) => {
      const page = await listTeammates(ctx, query)
      return { ...page, data: page.data.map(presentTeammate) }
    },
  }),
  route(teammateEndpoints.createTeammate, {
    caller: 'admin',
    serve: async (ctx, { body }) => {
      checkTools(ctx, body.tools)
      return presentWhole(ctx, await createTeammate(ctx, await withSkillsFolder(ctx, body)))
    },
  }),
  route(teammateEndpoints.showAlly, {
    caller: 'member',
    serve: async (ctx) => presentWhole(ctx, await ensureAlly(ctx)),
  }),
  route(teammateEndpoints.listDeletedTeammates, {
    caller: 'admin',
    serve: async (ctx, { query }) => {
      const page = await listDeletedTeammates(ctx, query)
      return { ...page, data: page.data.map(presentTeammate) }
    },
  }),
  route(teammateEndpoints.deleteTeammates, {
    caller: 'admin',
    serve: async (ctx, { body }) => {
      await deleteTeammates(ctx, body.ids)
      return { success: true as const, ids: body.ids }
    },
  }),
  route(teammateEndpoints.restoreTeammates, {
    caller: 'admin',
    serve: async (ctx, { body }) => {
      await restoreTeammates(ctx, body.ids)
      return { success: true as const, ids: body.ids }
    },
  }),
  route(teammateEndpoints.showTeammate, {
    caller: 'member',
    serve: async (ctx, { params }) => presentWhole(ctx, await findTeammate(ctx, params.employee_id)),
  }),
  route(teammateEndpoints.updateTeammate, {
    caller: 'teammate_editor',
    serve: async (ctx, { body }) => {
      checkTools(ctx, body.tools, ctx.teammate.tools)
      const values = await withSkillsFolder(ctx, body, ctx.teammate)
      return presentWhole(ctx, await updateTeammate(ctx, ctx.teammate.id, values))
    },
  }),
  route(teammateEndpoints.deleteTeammate, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      await deleteTeammates(ctx, [params.employee_id])
      return { success: true as const }
    },
  }),
  route(teammateEndpoints.listTeammateVersions, {
    caller: 'member',
    serve: async (ctx, { params, query }) => {
      const { id } = await findTeammate(ctx, params.employee_id)
      return listVersions(ctx, { entity_type: TEAMMATE_VERSIONS, entity_id: id }, query)
    },
  }),
]
