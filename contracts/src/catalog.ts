import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Done, pageOf, pageQuery } from './page.ts'
import { Vendor } from './parties.ts'
import * as catalogPaths from './paths/catalog.ts'

/** Ids of models and voices travel as strings of digits. */
export const CatalogParams = z.object({ id: z.string().regex(/^\d{1,15}$/) })
export const CatalogPage = pageQuery({ limit: 50, max: 100 })

const text = (longest: number) =>
  z
    .string()
    .overwrite((value) => value.replaceAll('\0', ''))
    .trim()
    .min(1, 'Cannot be empty')
    .max(longest)

export const ModelIdentifier = text(200)

/** USD per million tokens; null when unknown. An empty cached-input cost means the input cost. */
const Price = z.number().min(0, 'A price is not negative').max(999_999).nullable()

const identity = { model: ModelIdentifier, name: text(200), provider: Vendor }
const capabilities = {
  is_multimodal: z.boolean(),
  is_realtime: z.boolean(),
  is_tts: z.boolean(),
  is_stt: z.boolean(),
  /** The model can reason before it answers. */
  is_reasoning: z.boolean(),
}
const prices = { input_cost: Price, output_cost: Price, cached_input_cost: Price }
const voices = z.array(text(200)).max(500)

export const AiModel = z.object({ id: z.string(), ...identity, ...capabilities, ...prices, voices })
export type AiModel = z.infer<typeof AiModel>
export const AiModels = pageOf(AiModel)

export const CreateAiModel = z.object({
  ...identity,
  is_multimodal: capabilities.is_multimodal.default(false),
  is_realtime: capabilities.is_realtime.default(false),
  is_tts: capabilities.is_tts.default(false),
  is_stt: capabilities.is_stt.default(false),
  is_reasoning: capabilities.is_reasoning.default(false),
  input_cost: Price.default(null),
  output_cost: Price.default(null),
  cached_input_cost: Price.default(null),
  voices: voices.default([]),
})
export type CreateAiModel = z.infer<typeof CreateAiModel>

/** What is left out stays as it is. */
export const UpdateAiModel = z.object({ ...identity, ...capabilities, ...prices, voices }).partial()
export type UpdateAiModel = z.infer<typeof UpdateAiModel>

export const VoiceVendor = Vendor.extract(['vendor_1', 'vendor_2', 'vendor_3', 'vendor_4', 'vendor_5'])

export const CreateAiVoice = z.object({ provider: VoiceVendor, voice: text(200), gender: text(50) })
export type CreateAiVoice = z.infer<typeof CreateAiVoice>
export const UpdateAiVoice = CreateAiVoice.partial()
export type UpdateAiVoice = z.infer<typeof UpdateAiVoice>

export const AiVoice = CreateAiVoice.extend({ id: z.string(), provider: Vendor })
export type AiVoice = z.infer<typeof AiVoice>
export const AiVoices = pageOf(AiVoice)

/** An empty filter is no filter. */
const filter = <T extends z.ZodType>(value: T) => z.preprocess((given) => (given === '' ? undefined : given), value)

export const VoiceFilter = z.object({
  provider: filter(Vendor.optional()),
  gender: filter(text(50).optional()),
  search: filter(text(200).optional()),
})
export type VoiceFilter = z.infer<typeof VoiceFilter>

/** What every organization falls back to when its own choice of a model cannot answer. */
export const PlatformSettings = z.object({
  fallback_model_1: z.string().nullable(),
  fallback_model_2: z.string().nullable(),
})
export type PlatformSettings = z.infer<typeof PlatformSettings>
export const UpdatePlatformSettings = PlatformSettings.partial()
export type UpdatePlatformSettings = z.infer<typeof UpdatePlatformSettings>

export const catalogEndpoints = describeEndpoints(catalogPaths, {
  listAiModels: {
    summary: 'List the models of the catalog',
    query: CatalogPage,
    answer: AiModels,
  },
  createAiModel: {
    summary: 'Add a model to the catalog',
    body: CreateAiModel,
    answer: AiModel,
    errors: { 409: ['MODEL_EXISTS'] },
  },
  showAiModel: {
    summary: 'Get a model of the catalog',
    params: CatalogParams,
    answer: AiModel,
  },
  updateAiModel: {
    summary: 'Update a model of the catalog; choices that it no longer supports return to the default',
    params: CatalogParams,
    body: UpdateAiModel,
    answer: AiModel,
    errors: { 409: ['MODEL_EXISTS'] },
  },
  deleteAiModel: {
    summary: 'Delete a model from the catalog; teammates and organizations that use it return to the default',
    params: CatalogParams,
    answer: Done,
  },
  listAiVoices: {
    summary: 'List voices',
    query: CatalogPage,
    answer: AiVoices,
  },
  createAiVoice: {
    summary: 'Add a voice',
    body: CreateAiVoice,
    answer: AiVoice,
    errors: { 409: ['VOICE_EXISTS'] },
  },
  showAiVoice: {
    summary: 'Get a voice',
    params: CatalogParams,
    answer: AiVoice,
  },
  updateAiVoice: {
    summary: 'Update a voice; teammates that spoke with what it named before are left without one',
    params: CatalogParams,
    body: UpdateAiVoice,
    answer: AiVoice,
    errors: { 409: ['VOICE_EXISTS'] },
  },
  deleteAiVoice: {
    summary: 'Delete a voice; teammates that speak with it are left without one',
    params: CatalogParams,
    answer: Done,
  },
  showPlatformSettings: {
    summary: 'Get the fallback models of the platform',
    answer: PlatformSettings,
  },
  updatePlatformSettings: {
    summary: 'Update the fallback models of the platform',
    body: UpdatePlatformSettings,
    answer: PlatformSettings,
    errors: { 400: ['UNKNOWN_MODEL', 'NOT_A_CHAT_MODEL'] },
  },
  listVoicesToChoose: {
    summary: 'List the voices to choose from',
    query: VoiceFilter,
    answer: AiVoice.array(),
  },
})
