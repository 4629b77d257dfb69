import { z } from 'zod'
import { vendors } from '#contracts/parties.ts'
import { ModelFailure, type VendorConnection } from '../model-language.ts'
import { failureOf } from './failure.ts'

const TIMEOUT_MS = 20_000

/** Costs are US dollars for a million tokens; null where the vendor names no fixed price. */
export type ModelMetadata = {
  model: string
  name: string
  input_cost: number | null
  output_cost: number | null
  cached_input_cost: number | null
  is_multimodal: boolean
  is_tts: boolean
  is_stt: boolean
  is_realtime: boolean
  voices: string[]
  supports_reasoning: boolean
}

const Price = z.union([z.string(), z.number()]).nullish()

const ListedModel = z.object({
  id: z.string(),
  canonical_slug: z.string().nullish(),
  name: z.string(),
  architecture: z.object({ input_modalities: z.array(z.string()), output_modalities: z.array(z.string()) }),
  pricing: z.object({ prompt: Price, completion: Price, input_cache_read: Price }),
  supported_parameters: z.array(z.string()).nullish(),
  supported_voices: z.array(z.string()).nullish(),
})
type ListedModel = z.infer<typeof ListedModel>

const Listing = z.object({ data: z.array(z.unknown()) })

/** What OpenRouter publishes about a model, or null if it has none of that name. Throws a `ModelFailure`. */
export async function fetchModelMetadata(connection: VendorConnection, model: string): Promise<ModelMetadata | null> {
  if (connection.provider !== 'vendor_2') {
    throw new ModelFailure('rejected', `${vendors[connection.provider].label} does not publish what its models can do.`)
  }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const listing = await fetchListing(connection, signal)
    const named = listing.data
      .map((listed) => ListedModel.safeParse(listed).data)
      .find((listed) => listed && (listed.id === model || listed.canonical_slug === model))
    return named ? metadataOf(named) : null
  } catch (error) {
    throw failureOf(error, connection, signal)
  }
}

async function fetchListing({ api_key, base_url, fetch }: VendorConnection, signal: AbortSignal) {
  const base = (base_url ?? vendors.vendor_2.default_base_url).replace(/\/$/, '')
  const headers = { accept: 'application/json', ...(api_key && { authorization: `Bearer ${api_key}` }) }
  const response = await fetch(`${base}/models?output_modalities=all`, { headers, signal })
  if (!response.ok) {
    await response.body?.cancel()
    throw { statusCode: response.status }
  }
  const listing = Listing.safeParse(await response.json())
  if (!listing.success) throw new ModelFailure('unavailable', 'OpenRouter sent a list of models that cannot be read.')
  return listing.data
}

function metadataOf({ id, name, architecture, pricing, ...listed }: ListedModel): ModelMetadata {
  return {
    model: id,
    name,
    input_cost: perMillion(pricing.prompt),
    output_cost: perMillion(pricing.completion),
    cached_input_cost: perMillion(pricing.input_cache_read),
    is_multimodal: architecture.input_modalities.includes('image'),
    is_tts: architecture.output_modalities.includes('speech'),
    is_stt: architecture.output_modalities.includes('transcription'),
    is_realtime: false,
    voices: listed.supported_voices ?? [],
    supports_reasoning: listed.supported_parameters?.includes('reasoning') ?? false,
  }
}

/** Moves the decimal point within the text, so that no product of two floats can blur the price. */
export function perMillion(price: string | number | null | undefined): number | null {
  const [, digits, exponent = '0'] = /^(\d+(?:\.\d+)?)(?:e([+-]?\d+))?$/i.exec(String(price)) ?? []
  return digits === undefined ? null : Number(`${digits}e${Number(exponent) + 6}`)
}
