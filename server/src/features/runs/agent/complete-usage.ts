import type { CountedUsage, ModelUsage } from '../../models/model-language.ts'
import { estimateText } from './estimate-tokens.ts'

/** More tokens than any model reads or writes in one call. */
const MAX_TOKENS = 100_000_000

/** `is_estimated`: the vendor did not report all counts. */
export type CompleteUsage = ModelUsage & { is_estimated: boolean }

/** The outcome of a call. */
type Known = { inputTokens: number; written: string }

/** The usage by which a call is billed: the vendor's counts, and estimates for missing ones. */
export function completeUsage(counted: CountedUsage, { inputTokens, written }: Known): CompleteUsage {
  const { input_tokens, output_tokens, total_tokens, cached_input_tokens } = counted
  const input = input_tokens ?? Math.min(inputTokens, total_tokens ?? inputTokens)
  const output = output_tokens ?? Math.max((total_tokens ?? 0) - input, estimateText(written))
  const is_estimated = input_tokens === null || output_tokens === null
  return { ...plausibleUsage({ input_tokens: input, output_tokens: output, cached_input_tokens }), is_estimated }
}

/** An interrupted call is billed too, because the vendor worked on it. */
export const usageOfBroken = ({ inputTokens, written }: Known): CompleteUsage => ({
  input_tokens: inputTokens,
  output_tokens: estimateText(written),
  cached_input_tokens: 0,
  is_estimated: true,
})

/** A custom vendor may report anything; a value that is no number of tokens is ignored. */
export function plausibleUsage({ input_tokens, output_tokens, cached_input_tokens }: ModelUsage): ModelUsage {
  const count = (tokens: number, max: number) => Math.min(Math.max(Math.round(tokens) || 0, 0), max)
  const input = count(input_tokens, MAX_TOKENS)
  return {
    input_tokens: input,
    output_tokens: count(output_tokens, MAX_TOKENS),
    cached_input_tokens: count(cached_input_tokens, input),
  }
}
