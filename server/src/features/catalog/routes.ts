import {
  AiModel,
  AiModels,
  AiVoice,
  AiVoices,
  CatalogPage,
  CatalogParams,
  CreateAiModel,
  CreateAiVoice,
  PlatformSettings,
  UpdateAiModel,
  UpdateAiVoice,
  UpdatePlatformSettings,
  VoiceFilter,
} from '#contracts/catalog.ts'
import { Done } from '#contracts/page.ts'
import { route } from '#platform/route.ts'
import { requireModel, requireVoice } from './access.ts'
import { createModel, deleteModel, pageOfModels, updateModel } from './manage-models.ts'
import { readSettings, updateSettings } from './manage-settings.ts'
import { createVoice, deleteVoice, listVoices, pageOfVoices, updateVoice } from './manage-voices.ts'
import { presentModel, presentSettings, presentVoice } from './present.ts'

const models = '/api/admin/ai-models'
const voices = '/api/admin/ai-voices'
const done = { success: true as const }

export const routes = [
  route({
    method: 'GET',
    path: models,
    caller: 'developer',
    summary: 'The model catalog',
    query: CatalogPage,
    output: AiModels,
    serve: async (ctx, { query }) => {
      const page = await pageOfModels(ctx, query)
      return { ...page, data: page.data.map(presentModel) }
    },
  }),
  route({
    method: 'POST',
    path: models,
    caller: 'developer',
    summary: 'Add a model to the catalog',
    body: CreateAiModel,
    output: AiModel,
    serve: async (ctx, { body }) => presentModel(await createModel(ctx, body)),
  }),
  route({
    method: 'GET',
    path: `${models}/:id`,
    caller: 'developer',
    summary: 'A model of the catalog',
    params: CatalogParams,
    output: AiModel,
    serve: async (ctx, { params }) => presentModel(await requireModel(ctx, params.id)),
  }),
  route({
    method: 'PUT',
    path: `${models}/:id`,
    caller: 'developer',
    summary: 'Change a model of the catalog',
    params: CatalogParams,
    body: UpdateAiModel,
    output: AiModel,
    serve: async (ctx, { params, body }) => presentModel(await updateModel(ctx, params.id, body)),
  }),
  route({
    method: 'DELETE',
    path: `${models}/:id`,
    caller: 'developer',
    summary: 'Take a model out of the catalog; whoever used it falls back to the default',
    params: CatalogParams,
    output: Done,
    serve: async (ctx, { params }) => {
      await deleteModel(ctx, params.id)
      return done
    },
  }),
  route({
    method: 'GET',
    path: voices,
    caller: 'developer',
    summary: 'The voices that text can be spoken with',
    query: CatalogPage,
    output: AiVoices,
    serve: async (ctx, { query }) => {
      const page = await pageOfVoices(ctx, query)
      return { ...page, data: page.data.map(presentVoice) }
    },
  }),
  route({
    method: 'POST',
    path: voices,
    caller: 'developer',
    summary: 'Add a voice',
    body: CreateAiVoice,
    output: AiVoice,
    serve: async (ctx, { body }) => presentVoice(await createVoice(ctx, body)),
  }),
  route({
    method: 'GET',
    path: `${voices}/:id`,
    caller: 'developer',
    summary: 'A voice',
    params: CatalogParams,
    output: AiVoice,
    serve: async (ctx, { params }) => presentVoice(await requireVoice(ctx, params.id)),
  }),
  route({
    method: 'PUT',
    path: `${voices}/:id`,
    caller: 'developer',
    summary: 'Change a voice',
    params: CatalogParams,
    body: UpdateAiVoice,
    output: AiVoice,
    serve: async (ctx, { params, body }) => presentVoice(await updateVoice(ctx, params.id, body)),
  }),
  route({
    method: 'DELETE',
    path: `${voices}/:id`,
    caller: 'developer',
    summary: 'Remove a voice',
    params: CatalogParams,
    output: Done,
    serve: async (ctx, { params }) => {
      await deleteVoice(ctx, params.id)
      return done
    },
  }),
  route({
    method: 'GET',
    path: '/api/admin/settings',
    caller: 'developer',
    summary: 'What every organization falls back to',
    output: PlatformSettings,
    serve: async (ctx) => presentSettings(await readSettings(ctx)),
  }),
  route({
    method: 'PUT',
    path: '/api/admin/settings',
    caller: 'developer',
    summary: 'Change what every organization falls back to',
    body: UpdatePlatformSettings,
    output: PlatformSettings,
    serve: async (ctx, { body }) => presentSettings(await updateSettings(ctx, body)),
  }),
  route({
    method: 'GET',
    path: '/api/init/ai-voices',
    caller: 'user',
    summary: 'Voices to choose from',
    query: VoiceFilter,
    output: AiVoice.array(),
    serve: async (ctx, { query }) => (await listVoices(ctx, query)).map(presentVoice),
  }),
]
