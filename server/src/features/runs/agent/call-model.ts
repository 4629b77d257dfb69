import type { RunCost } from '#contracts/runs.ts'
import { traced } from '#platform/trace.ts'
import { wallClock } from '#platform/wall-clock.ts'
import {
  ModelFailure,
  type ModelMessage,
  type ModelRequest,
  type ModelUsage,
  type ProviderMetadata,
  type ToolCall,
} from '../../models/model-language.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import { streamModel } from '../../models/stream-model.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { addCost, costOf, leastCostOf, reserveSpend, settleSpend } from '../reserve-spend.ts'
import { RunFailure } from '../run-outcome.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { plausible } from './plausible-usage.ts'
import { type ModelAttempt, recordAttempt } from './record-attempt.ts'
import { storableValue } from './storable-value.ts'

/** A picture that a model drew. */
export type ModelFile = { mime_type: string; bytes: Buffer }

export type ModelAnswer = {
  text: string
  reasoning: string
  tool_calls: ToolCall[]
  files: ModelFile[]
  provider_metadata?: ProviderMetadata
  usage: ModelUsage
  candidate: Candidate
  /** Models that were tried before this one, with what they answered. */
  failures: string[]
}

export type ModelCall = {
  /** Without a teammate only the organization's credits are held. */
  run: { id: string; employee_id: string | null }
  candidates: Candidate[]
  request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>
  /** What the model has to read of the teammate whatever it is asked; nothing by default. */
  fixed?: () => Pick<ModelRequest, 'system' | 'tools'>
  reasoning: NonNullable<ModelRequest['reasoning']>
  costs: RunCost[]
  /** Where debug mode keeps every call; null where it is off. */
  attempts: ModelAttempt[] | null
  signal: AbortSignal
  onText(text: string): void
  onReasoning(text: string): void
  /** What was published of this call is void: another model begins anew. */
  onReset(): void
  /** Told what the teammate has spent today whenever that changed. */
  onSpent?(usd: number): Promise<void>
}

/**
 * One answer of a model: the candidates are tried in order, each under the wall clock, until one ends its stream; one
 * that no credits are left for is passed over. Money is held before each call and settled after it, whatever became of it.
 */
export async function callModel(ctx: OrgContext, call: ModelCall): Promise<ModelAnswer> {
  const failures: string[] = []
  let unpaid: RunFailure | null = null
  let asked = false
  for (const candidate of call.candidates) {
    try {
      const attributes = { model: candidate.model.model, provider: candidate.model.provider }
      const answer = await traced('model call', attributes, () => tryModel(ctx, call, candidate))
      return { ...answer, candidate, failures }
    } catch (error) {
      call.signal.throwIfAborted()
      if (error instanceof RunFailure && error.code === 'NO_CREDITS') unpaid = error
      else if (error instanceof ModelFailure) asked = true
      else throw error
      ctx.log.warn({ model: candidate.model.model, err: error }, 'a model did not answer')
      failures.push(`${candidate.model.name}: ${error.message}`)
      call.onReset()
    }
  }
  if (unpaid && !asked) throw unpaid
  throw new RunFailure('MODEL_FAILED', `No model could answer. ${failures.join(' ')}`.trim())
}

async function tryModel(ctx: OrgContext, call: ModelCall, candidate: Candidate) {
  const { model } = candidate
  const inputTokens = estimateTokens(call.request)
  const reservation = await reserveSpend(ctx, call.run, candidate, {
    inputTokens,
    output: call.reasoning,
    cheapestUsd: () => cheapestUsd(call),
  })
  const attempt = call.attempts && recordAttempt(ctx, { ...call, candidate }, call.attempts)
  // The contract's wall clock for one streamed call: it fails the call, not the run.
  const clock = wallClock(call.signal, ctx.ports.config.MODEL_CALL_TIMEOUT, 'The model took too long.')
  let usage: ModelUsage | null = null
  let failure: unknown = null
  let text = ''
  let reasoning = ''
  const tool_calls: ToolCall[] = []
  const files: ModelFile[] = []
  let provider_metadata: ProviderMetadata | undefined

  try {
    const request: ModelRequest = {
      ...call.request,
      messages: model.is_multimodal ? call.request.messages : call.request.messages.map(withoutImages),
      model: model.model,
      reasoning: model.is_reasoning ? call.reasoning : null,
      max_output_tokens: reservation.max_output_tokens,
    }
    for await (const part of streamModel(candidate.connection, request, clock.signal)) {
      attempt?.part()
      if (part.type === 'text') {
        text += part.text
        call.onText(part.text)
      } else if (part.type === 'reasoning') {
        reasoning += part.text
        call.onReasoning(part.text)
      } else if (part.type === 'tool_call') {
        const { type: _, ...toolCall } = part
        tool_calls.push({ ...toolCall, input: storableValue(toolCall.input) })
      } else if (part.type === 'file') {
        files.push(part)
      } else {
        usage = plausible(part.usage)
        provider_metadata = part.provider_metadata
      }
    }
    if (!usage) throw new ModelFailure('broken_stream', 'The answer broke off.')
    return { text, reasoning, tool_calls, files, usage, ...(provider_metadata && { provider_metadata }) }
  } catch (error) {
    failure = error
    throw error
  } finally {
    clock.stop()
    attempt?.end(usage, failure)
    // A call that broke off was worked on all the same: what came is booked by estimate.
    const booked = usage ?? (text || reasoning ? brokenUsage(inputTokens, text + reasoning) : null)
    if (booked) addCost(call.costs, candidate, booked)
    const spent = await settleSpend(ctx, reservation, booked ? costOf(model, booked) : 0)
    if (spent !== null) await call.onSpent?.(spent)
  }
}

/** Of the model that is asked first: what a fallback costs says nothing of an answer for which it is not needed. */
function cheapestUsd({ candidates: [first], fixed }: ModelCall): number {
  if (!first) return 0
  return leastCostOf(first.model, fixed ? estimateTokens({ ...fixed(), messages: [] }) : 0)
}

const brokenUsage = (input_tokens: number, text: string): ModelUsage => ({
  input_tokens,
  output_tokens: Math.ceil(text.length / 4),
  cached_input_tokens: 0,
})

const withoutImages = (message: ModelMessage): ModelMessage =>
  message.role === 'user' && message.images ? { role: 'user', content: message.content } : message
