import { catalogEndpoints } from '#contracts/catalog.ts'
import { route } from '#platform/route.ts'
import { requireModel, requireVoice } from './access.ts'
import { createModel, pageOfModels, updateModel } from './manage-models.ts'
import { readSettings, updateSettings } from './manage-settings.ts'
import { createVoice, deleteVoice, listVoices, pageOfVoices, updateVoice } from './manage-voices.ts'
import { presentModel, presentSettings, presentVoice } from './present.ts'

const done = { success: true as const }

export const routes = [
  route(catalogEndpoints.listAiModels, {
    caller: 'developer',
    serve: async (ctx, { query }) => {
      const page = await pageOfModels(ctx, query)
      return { ...page, data: page.data.map(presentModel) }
    },
  }),
  route(catalogEndpoints.createAiModel, {
    caller: 'developer',
    serve: async (ctx, { body }) => presentModel(await createModel(ctx, body)),
  }),
  route(catalogEndpoints.showAiModel, {
    caller: 'developer',
    serve: async (ctx, { params }) => presentModel(await requireModel(ctx, params.id)),
  }),
  route(catalogEndpoints.updateAiModel, {
    caller: 'developer',
    serve: async (ctx, { params, body }) => presentModel(await updateModel(ctx, params.id, body)),
  }),
  route(catalogEndpoints.listAiVoices, {
    caller: 'developer',
    serve: async (ctx, { query }) => {
      const page = await pageOfVoices(ctx, query)
      return { ...page, data: page.data.map(presentVoice) }
    },
  }),
  route(catalogEndpoints.createAiVoice, {
    caller: 'developer',
    serve: async (ctx, { body }) => presentVoice(await createVoice(ctx, body)),
  }),
  route(catalogEndpoints.showAiVoice, {
    caller: 'developer',
    serve: async (ctx, { params }) => presentVoice(await requireVoice(ctx, params.id)),
  }),
  route(catalogEndpoints.updateAiVoice, {
    caller: 'developer',
    serve: async (ctx, { params, body }) => presentVoice(await updateVoice(ctx, params.id, body)),
  }),
  route(catalogEndpoints.deleteAiVoice, {
    caller: 'developer',
    serve: async (ctx, { params }) => {
      await deleteVoice(ctx, params.id)
      return done
    },
  }),
  route(catalogEndpoints.showPlatformSettings, {
    caller: 'developer',
    serve: async (ctx) => presentSettings(await readSettings(ctx)),
  }),
  route(catalogEndpoints.updatePlatformSettings, {
    caller: 'developer',
    serve: async (ctx, { body }) => presentSettings(await updateSettings(ctx, body)),
  }),
  route(catalogEndpoints.listVoicesToChoose, {
    caller: 'user',
    serve: async (ctx, { query }) => (await listVoices(ctx, query)).map(presentVoice),
  }),
]
