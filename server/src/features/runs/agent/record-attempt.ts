import type { Context } from '#platform/context.ts'
import { ModelFailure, type ModelRequest, type ModelTool, type ModelUsage } from '../../models/model-language.ts'
import type { Candidate } from '../../models/resolve-models.ts'

/** One call to one model as debug mode logs it, including failed ones. */
export type ModelAttempt = {
  started_at: string
  model: string
  provider: string
  key_type: Candidate['key_type']
  system: string
  tools: ModelTool[]
  reasoning: NonNullable<ModelRequest['reasoning']>
  first_part_ms: number | null
  duration_ms: number
  usage: ModelUsage | null
  failure: { kind: string; status: number | null; message: string } | null
}

type Asked = {
  candidate: Candidate
  request: Pick<ModelRequest, 'system' | 'tools'>
  reasoning: ModelAttempt['reasoning']
}

/** Records one call to a model for debug mode, without changing the call. */
export function recordAttempt(ctx: Context, { candidate, request, reasoning }: Asked, attempts: ModelAttempt[]) {
  const begun = ctx.now()
  const sinceBegun = () => Math.round(ctx.now().getTime() - begun.getTime())
  let first_part_ms: number | null = null
  return {
    part(): void {
      first_part_ms ??= sinceBegun()
    },
    end(usage: ModelUsage | null, error: unknown): void {
      attempts.push({
        started_at: begun.toISOString(),
        model: candidate.model.model,
        provider: candidate.model.provider,
        key_type: candidate.key_type,
        system: request.system,
        tools: request.tools.map(({ name, description, input_schema }) => ({ name, description, input_schema })),
        reasoning,
        first_part_ms,
        duration_ms: sinceBegun(),
        usage,
        failure: error === null ? null : failureOf(error),
      })
    },
  }
}

/** Without the failure's cause, because only the message is cut and cleared of keys. */
function failureOf(error: unknown): ModelAttempt['failure'] {
  if (error instanceof ModelFailure) return { kind: error.kind, status: error.status ?? null, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  return { kind: error instanceof Error ? error.name : 'error', status: null, message }
}
