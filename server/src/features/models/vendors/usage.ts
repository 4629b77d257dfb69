import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import { z } from 'zod'
import type { CountedUsage, ModelUsage } from '../model-language.ts'

const tokens = z.number().nonnegative().optional().catch(undefined)

/** The counts of every wire form, under the names that they have there. */
const Raw = z
  .looseObject({
    total_tokens: tokens,
    totalTokenCount: tokens,
    prompt_tokens: tokens,
    input_tokens: tokens,
    promptTokenCount: tokens,
    completion_tokens: tokens,
    output_tokens: tokens,
    candidatesTokenCount: tokens,
    prompt_cache_hit_tokens: tokens,
    cached_tokens: tokens,
    completion_tokens_details: z.looseObject({ reasoning_tokens: tokens }).optional().catch(undefined),
    output_tokens_details: z.looseObject({ reasoning_tokens: tokens }).optional().catch(undefined),
  })
  .catch({})

/**
 * What a vendor counted; null for each count that is missing. Vendors that count reasoning apart from the answer have it in
 * their total or in its own count, and it is paid like the answer. A prompt cache is counted under three names.
 */
export function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV4Usage): CountedUsage {
  const counts = Raw.parse(raw ?? {})
  const total = counts.total_tokens ?? counts.totalTokenCount ?? null
  const input = counts.prompt_tokens ?? counts.input_tokens ?? counts.promptTokenCount
  const output = counts.completion_tokens ?? counts.output_tokens ?? counts.candidatesTokenCount
  const reasoning =
    (counts.completion_tokens_details ?? counts.output_tokens_details)?.reasoning_tokens ?? outputTokens.reasoning ?? 0
  const cached = inputTokens.cacheRead || counts.prompt_cache_hit_tokens || counts.cached_tokens || 0

  // Claude sends null at the end for a count that it sent at the start, which its package remembers.
  const inputTotal = input === undefined ? inputTokens.total || null : positive(inputTokens.total ?? input)
  const written = output === undefined ? outputTokens.total || null : (outputTokens.total ?? output)
  const outputTotal = written === null ? null : withReasoning(written, reasoning, inputTotal, total)
  const isNothing = !inputTotal && !outputTotal
  return {
    input_tokens: inputTotal || null,
    output_tokens: isNothing ? null : outputTotal,
    cached_input_tokens: cached,
    total_tokens: total || null,
  }
}

/** Null where not all of it was counted. */
export function countedUsage(usage: LanguageModelV4Usage): ModelUsage | null {
  const { input_tokens, output_tokens, cached_input_tokens } = usageOf(usage)
  if (input_tokens === null || output_tokens === null) return null
  return { input_tokens, output_tokens, cached_input_tokens }
}

function withReasoning(written: number, reasoning: number, input: number | null, total: number | null): number {
  const rest = input !== null && total !== null ? total - input : 0
  return Math.max(written, rest, reasoning > written ? written + reasoning : 0)
}

const positive = (count: number): number => Math.max(0, count)
