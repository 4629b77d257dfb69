import { HttpRequestStep } from '#contracts/flow-steps.ts'
import { AppError } from '#platform/error.ts'
import { placeholdersIn } from '#platform/placeholders.ts'
import { defineStep } from '#platform/step.ts'
import { filledRequest, isHttpAddress, sendRequest } from '../http/http-request.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'

const LIMIT_SECONDS = 120

export const httpRequestStep = defineStep('http_request', {
  schema: HttpRequestStep,
  effects: true,
  hasNoEffects: onlyReads,
  takesLong: true,
  timeout_seconds: LIMIT_SECONDS,
  check({ url }) {
    // The values of placeholders are known only when the step runs.
    if (isHttpAddress(url) || placeholdersIn(url).length > 0) return []
    return [{ field: 'url', message: 'This is not an http or https address' }]
  },
  async execute({ fails_on_error_status, ...step }, scope: StepScope) {
    const { ctx, signal, log, idempotency_key } = scope
    const { method, url, headers, body } = step
    const sources = { input: scope.input, ...scope.seen }
    const request = { method, url, headers, ...(body !== undefined && { body }) }
    log.payload.input_data = filledRequest(request, { ...sources, variables: new Map() })
    const response = await sendRequest({ ctx, signal }, request, {
      sources,
      headers: onlyReads(step) ? {} : { 'idempotency-key': idempotency_key },
    }).catch((error) => {
      if (signal.aborted || error instanceof AppError) throw error
      throw new RunFailure('STEP_FAILED', error instanceof Error ? error.message : 'The request failed', error)
    })
    if (!fails_on_error_status || response.status < 400) return { output: response }
    log.payload.additional_data = { response }
    throw new RunFailure('STEP_FAILED', `The server answered with status ${response.status}`)
  },
})

function onlyReads({ method }: Pick<HttpRequestStep, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}
