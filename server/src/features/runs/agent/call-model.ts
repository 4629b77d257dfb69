import { setTimeout as sleep } from 'node:timers/promises'
import type { Vendor } from '#contracts/parties.ts'
import { traced } from '#platform/trace.ts'
import { ModelFailure } from '../../models/model-language.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import { prepareForms } from '../../models/schema-form.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { RunFailure } from '../run-outcome.ts'
import { leastCostOf } from '../spend/model-costs.ts'
import { type Reservation, reserveFullBudget, reserveSpend, type Wanted } from '../spend/reserve-spend.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { ModelAnswer, ModelCall } from './model-call.ts'
import { type ReceivedAnswer, tryModel } from './try-model.ts'

/** An empty answer is often chance, so the same model is asked once more before the next one. */
const MAX_EMPTY_ANSWERS = 2
/** Where no other model answers, a vendor that refused for its rate limit is asked again if that ends within this time. */
const MAX_RETRY_AFTER_MS = 30_000

/**
 * Gets one answer: the candidates are asked in order, each with a time limit, until one completes its stream. A candidate for which
 * no credits are left is skipped. Money is reserved before each call and settled after it, whatever its outcome.
 */
export async function callModel(ctx: OrgContext, call: ModelCall): Promise<ModelAnswer> {
  const tried: Tried = { failures: [], unpaid: null, asked: false, freeFirst: null }
  for (const candidate of call.candidates) {
    const answer = await answerOrFailure(ctx, call, candidate, tried)
    if (answer) return answer
  }
  if (tried.freeFirst) {
    const { candidate, retry_after_ms } = tried.freeFirst
    await sleep(retry_after_ms, undefined, { signal: call.signal }).catch(() => call.signal.throwIfAborted())
    const answer = await answerOrFailure(ctx, call, candidate, tried)
    if (answer) return answer
  }
  if (tried.unpaid && !tried.asked) throw tried.unpaid
  throw new RunFailure('MODEL_FAILED', `No model could answer. ${tried.failures.join(' ')}`.trim())
}

type Tried = {
  failures: string[]
  unpaid: RunFailure | null
  asked: boolean
  /** The rate-limited model that may be asked again first, where that is soon. */
  freeFirst: { candidate: Candidate; retry_after_ms: number } | null
}

async function answerOrFailure(
  ctx: OrgContext,
  call: ModelCall,
  candidate: Candidate,
  tried: Tried,
): Promise<ModelAnswer | null> {
  try {
    const answer = await answerOf(ctx, call, candidate)
    return { ...answer, candidate, failures: tried.failures }
  } catch (error) {
    call.signal.throwIfAborted()
    if (error instanceof RunFailure && error.code === 'NO_CREDITS') tried.unpaid = error
    else if (error instanceof ModelFailure) tried.asked = true
    else throw error
    ctx.log.warn({ model: candidate.model.model, err: error }, 'a model did not answer')
    tried.failures.push(`${candidate.model.name}: ${error.message}`)
    const retry_after_ms = error instanceof ModelFailure ? error.retry_after_ms : null
    const isSooner = retry_after_ms !== null && retry_after_ms < (tried.freeFirst?.retry_after_ms ?? MAX_RETRY_AFTER_MS)
    if (isSooner) tried.freeFirst = { candidate, retry_after_ms }
    call.onReset()
    return null
  }
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

/**
 * An answer that was cut because only a share of the remaining money was reserved is requested once more with all that it
 * may need.
 */
async function wholeAnswerOf(ctx: OrgContext, call: ModelCall, candidate: Candidate): Promise<ReceivedAnswer> {
  const { model } = candidate
  const attributes = { model: model.model, provider: model.provider }
  const { provider } = candidate.connection
  await prepareForms(
    provider,
    call.request.tools.map((tool) => tool.input_schema),
  )
  const wanted = wantedFor(call, provider)
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

function wantedFor({ candidates: [first], request, reasoning, fixed }: ModelCall, provider: Vendor): Wanted {
  const fixedTokens = (provider: Vendor) => (fixed ? estimateTokens({ ...fixed(), messages: [] }, provider) : 0)
  return {
    inputTokens: estimateTokens(request, provider),
    output: reasoning,
    // Estimated for the first model: the price of a fallback does not matter to an answer that needs none.
    cheapestUsd: () => (first ? leastCostOf(first.model, fixedTokens(first.connection.provider)) : 0),
  }
}
