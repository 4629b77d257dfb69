import type { ModelUsage } from '../../models/model-language.ts'

/** More than any model takes or gives in one call. */
const MOST_TOKENS = 100_000_000

/** A vendor of one's own may count anything; what is no number of tokens must neither be billed nor break the bill. */
export function plausible({ input_tokens, output_tokens, cached_input_tokens }: ModelUsage): ModelUsage {
  const count = (tokens: number, most: number) => Math.min(Math.max(Math.round(tokens) || 0, 0), most)
  const input = count(input_tokens, MOST_TOKENS)
  return {
    input_tokens: input,
    output_tokens: count(output_tokens, MOST_TOKENS),
    cached_input_tokens: count(cached_input_tokens, input),
  }
}
