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

/** One call to one model that is over, whatever became of it. */
export type EndedCall = {
  candidate: Candidate
  started_at: Date
  /** Null where nothing came that would be paid. */
  usage: CompleteUsage | null
  error: string | null
}

export type ModelCall = {
  /** Without a teammate only the organization's credits are held. */
  run: { id: string; employee_id: string | null }
  candidates: Candidate[]
  request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>
  /** What the model has to read of the teammate whatever it is asked; nothing by default. */
  fixed?: () => Pick<ModelRequest, 'system' | 'tools'>
  reasoning: NonNullable<ModelRequest['reasoning']>
  /** Whether a model may end its turn without a word, because text or a file of this answer is there already. */
  canBeEmpty?(): Promise<boolean>
  costs: RunCost[]
  /** Where debug mode keeps every call; null where it is off. */
  attempts: ModelAttempt[] | null
  signal: AbortSignal
  onText(text: string): void
  onReasoning(text: string): void
  /** What was published of this call is void: it begins again. */
  onReset(): void
  /** Called for each call to a model for the log. */
  onEnded?(ended: EndedCall): void
  /** Called with what the teammate has spent today whenever that changed. */
  onSpent?(usd: number): Promise<void>
}
