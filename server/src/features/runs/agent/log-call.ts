import type { Context } from '#platform/context.ts'
import type { ModelMessage } from '../../models/model-language.ts'
import { costOf, roundUsd } from '../reserve-spend.ts'
import type { ModelAnswer } from './call-model.ts'

/** One call to a model, as the log shows it. */
export type CallLog = {
  started_at: string
  durationMs: number
  model: string
  provider: string
  active_tools: string[]
  system: string
  /** How many of the call's messages the calls before it have logged already; these are the others. */
  messages_from: number
  messages: ModelMessage[]
  is_compaction: boolean
  input_tokens: number
  output_tokens: number
  cached_input_tokens: number
  usd_cost: number
}

type Called = Pick<CallLog, 'active_tools' | 'system' | 'messages' | 'messages_from' | 'is_compaction'> & {
  begun: Date
  answer: Pick<ModelAnswer, 'candidate' | 'usage'>
}

/** Of all messages that the model was sent, those that are new. */
export function logCall(ctx: Context, { begun, answer, system, active_tools, messages, ...how }: Called): CallLog {
  const { candidate, usage } = answer
  return {
    started_at: begun.toISOString(),
    durationMs: Math.round(ctx.now().getTime() - begun.getTime()),
    model: candidate.model.model,
    provider: candidate.model.provider,
    active_tools,
    system,
    messages_from: how.messages_from,
    messages: messages.slice(how.messages_from),
    is_compaction: how.is_compaction,
    ...usage,
    usd_cost: roundUsd(costOf(candidate.model, usage)),
  }
}
