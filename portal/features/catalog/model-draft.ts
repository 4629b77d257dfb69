import type { AiModel, CreateAiModel } from '#contracts/catalog.ts'

export const capabilityNames = ['is_multimodal', 'is_reasoning', 'is_realtime', 'is_tts', 'is_stt'] as const
export const priceNames = ['input_cost', 'output_cost', 'cached_input_cost'] as const
type PriceName = (typeof priceNames)[number]

/** A model as it is typed: prices are texts until they are sent. */
export type ModelDraft = Omit<CreateAiModel, PriceName> & Record<PriceName, string>

const MAX_PRICE = 999_999

export function draftOf(model: Omit<AiModel, 'id'> | null): ModelDraft {
  if (!model) return blank
  const { input_cost, output_cost, cached_input_cost, ...rest } = model
  return {
    ...rest,
    input_cost: textOf(input_cost),
    output_cost: textOf(output_cost),
    cached_input_cost: textOf(cached_input_cost),
  }
}

const blank: ModelDraft = {
  provider: 'vendor_1',
  model: '',
  name: '',
  is_multimodal: false,
  is_realtime: false,
  is_tts: false,
  is_stt: false,
  is_reasoning: false,
  input_cost: '',
  output_cost: '',
  cached_input_cost: '',
  voices: [],
}

/** Never in the way of scientists: 0.00000125, not 1.25e-6. */
const textOf = (price: number | null): string =>
  price === null ? '' : price.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })

/** Nothing is no price; `undefined` is no number. */
export function parsePrice(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  if (!/^\d*\.?\d+$/.test(plain)) return undefined
  const price = Number(plain)
  return price <= MAX_PRICE ? price : undefined
}

/** What is sent, or the prices that are none. */
export function modelOf(draft: ModelDraft): { model: CreateAiModel } | { wrong: PriceName[] } {
  const input_cost = parsePrice(draft.input_cost)
  const output_cost = parsePrice(draft.output_cost)
  const cached_input_cost = parsePrice(draft.cached_input_cost)
  if (input_cost === undefined || output_cost === undefined || cached_input_cost === undefined)
    return { wrong: priceNames.filter((name) => parsePrice(draft[name]) === undefined) }
  return { model: { ...draft, input_cost, output_cost, cached_input_cost } }
}
