import type { RunCost } from '#contracts/runs.ts'
import type { ModelRow } from '../../catalog/table.ts'
import type { ModelUsage } from '../../models/model-language.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import { estimatePrompt } from '../agent/estimate-tokens.ts'

export const CREDITS_PER_USD = 100
/** The shortest answer that is worth a call. */
export const MIN_OUTPUT_TOKENS = 64
const PER_MILLION = 1_000_000

/** Costs are kept with eight decimals, and what computing with fractions adds to them is not shown. */
export const roundUsd = (usd: number): number => Math.round(usd * 1e8) / 1e8

/** What a call cost, in USD: cached input at its own price where there is one. */
export function costOf(model: ModelRow, usage: ModelUsage): number {
  const input = model.input_cost ?? 0
  const fresh = usage.input_tokens - usage.cached_input_tokens
  const cached = usage.cached_input_tokens * (model.cached_input_cost ?? input)
  return (fresh * input + cached + usage.output_tokens * (model.output_cost ?? 0)) / PER_MILLION
}

export const inputCostOf = (model: ModelRow, input_tokens: number): number =>
  costOf(model, { input_tokens, output_tokens: 0, cached_input_tokens: 0 })

/** Of one token of an answer, in USD. */
export const outputTokenCost = (model: ModelRow): number => (model.output_cost ?? 0) / PER_MILLION

/** What a message costs to read by itself, in USD, whatever the answer is. */
export const costToRead = (model: ModelRow, content: string): number =>
  inputCostOf(model, estimatePrompt({ system: '', messages: [{ role: 'user', content }] }))

/** The least that a call with so much input costs. */
export const leastCostOf = (model: ModelRow, inputTokens: number): number =>
  costOf(model, { input_tokens: inputTokens, output_tokens: MIN_OUTPUT_TOKENS, cached_input_tokens: 0 })

/** Adds one call to a run's bill, one line per key and model. */
export function addCost(costs: RunCost[], { model, key_type }: Candidate, usage: ModelUsage, spoken_ms?: number): void {
  const { input_tokens, output_tokens, cached_input_tokens } = usage
  const usd_cost = roundUsd(costOf(model, usage))
  const line = costs.find((cost) => cost.key_type === key_type && cost.model === model.model)
  if (!line) {
    const tokens = { input_tokens, output_tokens, cached_input_tokens }
    costs.push({ key_type, model: model.model, ...tokens, usd_cost, ...(spoken_ms !== undefined && { spoken_ms }) })
    return
  }
  line.input_tokens += usage.input_tokens
  line.output_tokens += usage.output_tokens
  line.cached_input_tokens += usage.cached_input_tokens
  line.usd_cost = roundUsd(line.usd_cost + usd_cost)
  if (spoken_ms !== undefined) line.spoken_ms = (line.spoken_ms ?? 0) + spoken_ms
}
