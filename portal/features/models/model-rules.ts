import type { AiModel } from '#contracts/catalog.ts'
import type { CatalogModel } from '#contracts/models.ts'
import { type Vendor, vendors } from '#contracts/parties.ts'

export const isChatModel = (model: AiModel): boolean => !model.is_realtime && !model.is_tts && !model.is_stt
export const canSpeak = (model: AiModel): boolean => model.is_tts || model.is_realtime
export const canListen = (model: AiModel): boolean => model.is_stt

/** A plan’s models cannot be chosen before someone has signed in to it; others wait for a key, and may be chosen before. */
export const canBeChosen = ({ is_connected }: CatalogModel): boolean => is_connected

/** In the order of the model dialog. */
export const vendorIds = Object.keys(vendors) as Vendor[]

/** Models in the order of the vendors, by name within one, so that a list of them can be cut into groups. */
export function inGroups<M extends AiModel>(models: readonly M[]): M[] {
  const positionOf = (model: M) => vendorIds.indexOf(model.provider)
  return models.toSorted(
    (a, b) => positionOf(a) - positionOf(b) || a.name.localeCompare(b.name, undefined, { numeric: true }),
  )
}

/** Empty cached-input prices mean the input price. */
export function cachedInputCost({ cached_input_cost, input_cost }: AiModel): number | null {
  return cached_input_cost ?? input_cost
}

/** What answers for a teammate without a model of its own; null where only the platform knows. */
export function resolveAuto<M extends AiModel>(models: readonly M[], wanted: (string | null | undefined)[]): M | null {
  const id = wanted.find((each) => models.some((model) => model.id === each && isChatModel(model)))
  return models.find((model) => model.id === id) ?? null
}

/** A gender is any text; the usual ones have a name in the reader's language. */
export const genderLabel = (gender: string, names: Readonly<Record<string, string>>): string =>
  names[gender.toLowerCase()] ?? gender
