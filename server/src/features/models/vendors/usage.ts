import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { ModelUsage } from '../model-language.ts'

/** What a package counted, in our words. */
export function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): ModelUsage {
  return {
    input_tokens: inputTokens.total ?? 0,
    output_tokens: outputTokens.total ?? 0,
    cached_input_tokens: inputTokens.cacheRead ?? 0,
  }
}
