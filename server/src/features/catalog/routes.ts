import { catalogEndpoints } from '#contracts/catalog.ts'
import { route } from '#platform/route.ts'
import { requireModel, requireVoice } from './access.ts'
import { createModel, pageOfModels } from './manage-models.ts'
import { readSettings, updateSettings } from './manage-settings.ts'
import { createVoice, listVoices, pageOfVoices } from './manage-voices.ts'
import { presentModel, presentSettings, presentVoice } from './present.ts'

/** Routes that remove a model from teammates are in `teammates`, which refer to the catalog. */
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
