import type { RunCost } from '#contracts/runs.ts'
import type { ModelRequest, ProviderMetadata, ToolCall } from '../../models/model-language.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import type { CompleteUsage } from './complete-usage.ts'
import type { ModelAttempt } from './record-attempt.ts'

/** A picture that a model drew. */
export type ModelFile = { mime_type: string; bytes: Buffer }

export type ModelAnswer = {
  text: string
  reasoning: string
  tool_calls: ToolCall[]
  files: ModelFile[]
  provider_metadata?: ProviderMetadata
  candidate: Candidate
  /** Models that were tried before this one, with what they answered. */
  failures: string[]
}

/** One finished call to one model, whatever its outcome. */
export type EndedCall = {
  candidate: Candidate
  started_at: Date
  /** Null where nothing is billed. */
  usage: CompleteUsage | null
  error: string | null
}

export type ModelCall = {
  /** Without a teammate, only the organization's credits are reserved. */
  run: { id: string; employee_id: string | null }
  candidates: Candidate[]
  request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>
  /** Instructions and tools that every question to the teammate has, for the least cost of a call; none by default. */
  fixed?: () => Pick<ModelRequest, 'system' | 'tools'>
  reasoning: NonNullable<ModelRequest['reasoning']>
  /** Whether an empty reply is allowed, because the answer already has text or a file. */
  canBeEmpty?(): Promise<boolean>
  costs: RunCost[]
  /** Every call in debug mode; null where it is off. */
  attempts: ModelAttempt[] | null
  signal: AbortSignal
  onText(text: string): void
  onReasoning(text: string): void
  /** Discards what was published of this call, because it is repeated. */
  onReset(): void
  /** Called for each call to a model for the log. */
  onEnded?(ended: EndedCall): void
  /** Called with what the teammate has spent today whenever that changed. */
  onSpent?(usd: number): Promise<void>
}
