import type { Context } from '#platform/context.ts'
import type { ModelMessage } from '../../models/model-language.ts'
import { costOf, roundUsd } from '../spend/model-costs.ts'
import type { EndedCall } from './model-call.ts'

/** One call to a model, as the log shows it. */
export type CallLog = {
  started_at: string
  durationMs: number
  model: string
  provider: string
  active_tools: string[]
  system: string
  /** How many messages of the call were logged with earlier calls; `messages` has only the rest. */
  messages_from: number
  messages: ModelMessage[]
  is_compaction: boolean
  input_tokens: number
  output_tokens: number
  cached_input_tokens: number
  usd_cost: number
  /** The vendor did not report all counts. */
  is_estimated?: true
  /** Why the call did not end with an answer. */
  error?: string
}

type Called = Pick<CallLog, 'active_tools' | 'system' | 'messages' | 'messages_from' | 'is_compaction'> & EndedCall

/** The messages that earlier calls did not log. */
export function logCall(ctx: Context, { candidate, usage, error, started_at, messages, ...how }: Called): CallLog {
  const { input_tokens = 0, output_tokens = 0, cached_input_tokens = 0, is_estimated = false } = usage ?? {}
  const counted = { input_tokens, output_tokens, cached_input_tokens }
  return {
    started_at: started_at.toISOString(),
    durationMs: Math.round(ctx.now().getTime() - started_at.getTime()),
    model: candidate.model.model,
    provider: candidate.model.provider,
    active_tools: how.active_tools,
    system: how.system,
    messages_from: how.messages_from,
    messages: messages.slice(how.messages_from),
    is_compaction: how.is_compaction,
    ...counted,
    usd_cost: roundUsd(costOf(candidate.model, counted)),
    ...(is_estimated && { is_estimated: true as const }),
    ...(error !== null && { error }),
  }
}
