import { startAnthropicDouble } from './anthropic-messages.ts'
import { startCustomDouble, startOpenRouterDouble } from './chat-completions.ts'
import { startGeminiDouble } from './gemini-generate.ts'
import { startOpenAIDouble, startXaiDouble } from './openai-responses.ts'

export const VENDOR_KEY = 'sk-test-0123456789abcdef0123456789abcdef'

const doubles = {
  vendor_1: { start: startOpenAIDouble, model: 'gpt-5.1' },
  vendor_2: { start: startOpenRouterDouble, model: 'anthropic/claude-sonnet-4.5' },
  vendor_3: { start: startGeminiDouble, model: 'gemini-3-pro-preview' },
  vendor_4: { start: startAnthropicDouble, model: 'claude-sonnet-4-5' },
  vendor_5: { start: startXaiDouble, model: 'grok-4.3' },
  custom: { start: startCustomDouble, model: 'local-model' },
} as const

export type ConnectableVendor = keyof typeof doubles

export const connectableVendors: ConnectableVendor[] = [
  'vendor_1',
  'vendor_2',
  'vendor_3',
  'vendor_4',
  'vendor_5',
  'custom',
]

/** A double of one vendor and the connection that leads to it. */
export async function startConnectedVendor(provider: ConnectableVendor, key: string = VENDOR_KEY) {
  const { start, model } = doubles[provider]
  const double = await start(VENDOR_KEY)
  const connection = { provider, api_key: key, base_url: double.base_url, fetch }
  return { double, connection, model, [Symbol.asyncDispose]: () => double.close() }
}
