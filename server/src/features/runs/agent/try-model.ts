import { wallClock } from '#platform/wall-clock.ts'
import {
  type FinishReason,
  ModelFailure,
  type ModelMessage,
  type ModelRequest,
  type ProviderMetadata,
  type ToolCall,
} from '../../models/model-language.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import { streamModel } from '../../models/stream-model.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { learnOutput } from '../spend/expected-output.ts'
import { addCost, costOf } from '../spend/model-costs.ts'
import { type Reservation, settleSpend } from '../spend/reserve-spend.ts'
import { type CompleteUsage, completeUsage, usageOfBroken } from './complete-usage.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { logUnknownEvent } from './log-unknown-event.ts'
import type { ModelCall, ModelFile } from './model-call.ts'
import { recordAttempt } from './record-attempt.ts'
import { storableValue } from './storable-value.ts'

/** What has come of an answer so far. */
export type ReceivedAnswer = {
  text: string
  reasoning: string
  tool_calls: ToolCall[]
  files: ModelFile[]
  provider_metadata?: ProviderMetadata
}

/** One call to one model. Throws a `ModelFailure` where it did not end with an answer. `wasCut`: the model had more to write. */
export async function tryModel(
  ctx: OrgContext,
  call: ModelCall,
  candidate: Candidate,
  reservation: Reservation,
): Promise<{ answer: ReceivedAnswer; wasCut: boolean }> {
  const { model } = candidate
  const inputTokens = estimateTokens(call.request, candidate.connection.provider)
  const attempt = call.attempts && recordAttempt(ctx, { ...call, candidate }, call.attempts)
  // The contract's wall clock for one streamed call: it fails the call, not the run.
  const clock = wallClock(call.signal, ctx.ports.config.MODEL_CALL_TIMEOUT, 'The model took too long.')
  const started_at = ctx.now()
  const received: ReceivedAnswer = { text: '', reasoning: '', tool_calls: [], files: [] }
  let usage: CompleteUsage | null = null
  let failure: unknown = null
  let ending: FinishReason | null = null

  try {
    const request: ModelRequest = {
      ...call.request,
      messages: model.is_multimodal ? call.request.messages : call.request.messages.map(withoutImages),
      model: model.model,
      reasoning: model.is_reasoning ? call.reasoning : null,
      max_output_tokens: reservation.max_output_tokens,
    }
    const onUnknownEvent = (kind: string) => logUnknownEvent(ctx.log, model, kind)
    for await (const part of streamModel(candidate.connection, request, clock.signal, { onUnknownEvent })) {
      attempt?.part()
      if (part.type === 'text') {
        received.text += part.text
        call.onText(part.text)
      } else if (part.type === 'reasoning') {
        received.reasoning += part.text
        call.onReasoning(part.text)
      } else if (part.type === 'replace') {
        received.text = part.text
        received.reasoning = part.reasoning
        call.onReset()
        if (part.reasoning !== '') call.onReasoning(part.reasoning)
        if (part.text !== '') call.onText(part.text)
      } else if (part.type === 'tool_call') {
        const { type: _, ...toolCall } = part
        received.tool_calls.push({ ...toolCall, input: storableValue(toolCall.input) })
      } else if (part.type === 'file') {
        received.files.push(part)
      } else {
        ending = part.reason
        usage = completeUsage(part.usage, { inputTokens, written: writtenIn(received) })
        if (part.provider_metadata) received.provider_metadata = part.provider_metadata
      }
    }
    if (ending === null) throw new ModelFailure('broken_stream', 'The answer broke off.')
    if (isEmpty(received) && !(ending === 'stop' && (await call.canBeEmpty?.()))) throw emptyAnswer(ending)
    return { answer: received, wasCut: ending === 'length' }
  } catch (error) {
    failure = error
    throw error
  } finally {
    clock.stop()
    const written = writtenIn(received)
    const booked = usage ?? (written === '' ? null : usageOfBroken({ inputTokens, written }))
    attempt?.end(booked, failure)
    if (booked) addCost(call.costs, candidate, booked)
    const error = failure === null ? null : failure instanceof Error ? failure.message : String(failure)
    call.onEnded?.({ candidate, started_at, usage: booked, error })
    if (usage) {
      const caller = { employee_id: call.run.employee_id, model_id: model.id }
      learnOutput(caller, usage.output_tokens, ending === 'length')
    }
    const spent = await settleSpend(ctx, reservation, booked ? costOf(model, booked) : 0)
    if (spent !== null) await call.onSpent?.(spent)
  }
}

const isEmpty = ({ text, tool_calls, files }: ReceivedAnswer): boolean =>
  text.trim() === '' && tool_calls.length === 0 && files.length === 0

function emptyAnswer(ending: FinishReason): ModelFailure {
  if (ending === 'content_filter') return new ModelFailure('rejected', 'The vendor withheld the answer.')
  const message = ending === 'length' ? 'The answer was cut off before its first word.' : 'The answer was empty.'
  return new ModelFailure('empty', message)
}

function writtenIn({ text, reasoning, tool_calls }: ReceivedAnswer): string {
  return text + reasoning + (tool_calls.length > 0 ? JSON.stringify(tool_calls) : '')
}

const withoutImages = (message: ModelMessage): ModelMessage =>
  message.role === 'user' && message.images ? { role: 'user', content: message.content } : message
