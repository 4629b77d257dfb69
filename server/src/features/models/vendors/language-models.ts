import { createHash } from 'node:crypto'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { vendors } from '#contracts/parties.ts'
import type { VendorConnection } from '../model-language.ts'
import { notConnected } from './failure.ts'
import { filledBlocks } from './filled-blocks.ts'
import { limitedFetch } from './limited-fetch.ts'
import { numberToolCalls } from './number-tool-calls.ts'
import { repairChatStream } from './repair-chat-stream.ts'
import { showRefusals } from './show-refusals.ts'

const MAX_MODELS = 500

type Known = Map<string, LanguageModelV4>

/** Models by the fetch they were made with, least recently used first. */
const known = new WeakMap<typeof fetch, Known>()

/** The vendor's model behind a connection; made once and kept while it is in use. */
export async function languageModel(connection: VendorConnection, model: string): Promise<LanguageModelV4> {
  const models = known.get(connection.fetch) ?? new Map<string, LanguageModelV4>()
  known.set(connection.fetch, models)

  const key = JSON.stringify([connection.provider, connection.base_url, hashOf(connection.api_key), model])
  const kept = models.get(key) ?? (await create(connection, model))
  models.delete(key)
  models.set(key, kept)
  evictOldest(models)
  return kept
}

/** Each vendor’s package is loaded when someone calls that vendor for the first time: an idle server does without them. */
async function create(connection: VendorConnection, model: string): Promise<LanguageModelV4> {
  const { provider, api_key, base_url, fetch: unlimited } = connection
  const baseURL = base_url ?? vendors[provider].default_base_url
  if (!baseURL) throw notConnected(connection)

  const fetch = limitedFetch(unlimited)
  if (provider === 'custom') {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({
      name: 'custom',
      baseURL,
      ...(api_key && { apiKey: api_key }),
      fetch: repairChatStream(fetch),
      includeUsage: true,
    })(model)
  }

  if (provider === 'vendor_6') {
    const { createOpenAI } = await import('@ai-sdk/openai')
    // The fetch signs each call itself; the package wants a key to be there.
    return createOpenAI({ apiKey: 'signed-by-the-fetch', baseURL, fetch }).responses(model)
  }

  if (!api_key) throw notConnected(connection)
  const settings = { apiKey: api_key, baseURL, fetch }
  switch (provider) {
    case 'vendor_1':
      return (await import('@ai-sdk/openai')).createOpenAI(settings).responses(model)
    case 'vendor_2':
      return (await import('@openrouter/ai-sdk-provider'))
        .createOpenRouter({ ...settings, fetch: numberToolCalls(showRefusals(fetch)), compatibility: 'strict' })
        .chat(model)
    case 'vendor_3':
      return (await import('@ai-sdk/google')).createGoogle(settings)(model)
    case 'vendor_4':
      return (await import('@ai-sdk/anthropic')).createAnthropic({ ...settings, fetch: filledBlocks(fetch) })(model)
    case 'vendor_5':
      return (await import('@ai-sdk/xai')).createXai({ ...settings, fetch: showRefusals(fetch) })(model)
  }
}

function hashOf(key: string | null): string | null {
  return key === null ? null : createHash('sha256').update(key).digest('base64')
}

function evictOldest(models: Known): void {
  const [oldest] = models.keys()
  if (models.size > MAX_MODELS && oldest !== undefined) models.delete(oldest)
}
