import { traced } from '#platform/trace.ts'
import { ModelFailure } from '../../models/model-language.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { leastCostOf } from '../model-costs.ts'
import { type Reservation, reserveFullBudget, reserveSpend, type Wanted } from '../reserve-spend.ts'
import { RunFailure } from '../run-outcome.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { ModelAnswer, ModelCall } from './model-call.ts'
import { type ReceivedAnswer, tryModel } from './try-model.ts'

/** An empty answer is often chance, so the same model is asked once more before the next one. */
const MAX_EMPTY_ANSWERS = 2

/**
 * One answer of a model: the candidates are tried in order, each under the wall clock, until one ends its stream with an answer; one
 * that no credits are left for is passed over. Money is held before each call and settled after it, whatever became of it.
 */
export async function callModel(ctx: OrgContext, call: ModelCall): Promise<ModelAnswer> {
  const failures: string[] = []
  let unpaid: RunFailure | null = null
  let asked = false
  for (const candidate of call.candidates) {
    try {
      const answer = await answerOf(ctx, call, candidate)
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

async function answerOf(ctx: OrgContext, call: ModelCall, candidate: Candidate): Promise<ReceivedAnswer> {
  for (let emptyAnswers = 1; ; emptyAnswers++) {
    try {
      return await wholeAnswerOf(ctx, call, candidate)
    } catch (error) {
      if (!(error instanceof ModelFailure) || error.kind !== 'empty' || emptyAnswers >= MAX_EMPTY_ANSWERS) throw error
      ctx.log.warn({ model: candidate.model.model }, 'a model answered with nothing and is asked again')
      call.onReset()
    }
  }
}

/** An answer that was cut because only a share of what is left was held for it is asked for once more with all that it may need. */
async function wholeAnswerOf(ctx: OrgContext, call: ModelCall, candidate: Candidate): Promise<ReceivedAnswer> {
  const { model } = candidate
  const attributes = { model: model.model, provider: model.provider }
  const wanted = wantedFor(call)
  const ask = (reservation: Reservation) =>
    traced('model call', attributes, () => tryModel(ctx, call, candidate, reservation))
  const reservation = await reserveSpend(ctx, call.run, candidate, wanted, call.signal)
  const { max_output_tokens, is_below_budget } = reservation
  const { answer, wasCut } = await ask(reservation)
  if (!wasCut || !is_below_budget || max_output_tokens === null) return answer
  const larger = await reserveFullBudget(ctx, call.run, candidate, wanted, max_output_tokens)
  if (!larger) return answer
  call.onReset()
  return (await ask(larger)).answer
}

function wantedFor({ candidates: [first], request, reasoning, fixed }: ModelCall): Wanted {
  return {
    inputTokens: estimateTokens(request),
    output: reasoning,
    // Of the model that is asked first: what a fallback costs says nothing of an answer for which it is not needed.
    cheapestUsd: () => (first ? leastCostOf(first.model, fixed ? estimateTokens({ ...fixed(), messages: [] }) : 0) : 0),
  }
}
