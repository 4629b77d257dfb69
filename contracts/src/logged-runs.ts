import { z } from 'zod'
import { STARTERS } from './log-names.ts'
import { Instant } from './page.ts'
import { RunCost, RunErrorCode, RunStatus } from './runs.ts'

/**
 * What a step of a run did, without what it worked with. `cursor` says in which walk: `<step>.<seq>/<key>/` for each one
 * above; where a step was tried again, `<step>.<seq>.<failures>/<key>/`.
 */
export const StepSummary = z.object({
  seq: z.number().int(),
  cursor: z.string(),
  step_id: z.string(),
  type: z.string(),
  name: z.string(),
  status: z.enum(['in_progress', 'completed', 'failed']),
  started_at: Instant,
  finished_at: Instant.nullable(),
  duration_ms: z.number().int().nullable(),
  /** It recovered through a fallback model. */
  fallback_used: z.boolean(),
  last_error: z.string().nullable(),
  model: z.string().nullable(),
  /** It was not executed: its result is that of the run which this one repeats. */
  is_taken_over: z.boolean(),
})
export type StepSummary = z.infer<typeof StepSummary>

/**
 * The progress of a run, and the short values that its flow has written, under their own names. Only the full serialization has
 * `steps`.
 */
export const RunState = z.looseObject({
  currentStepId: z.string().nullable(),
  error: z.string().nullable(),
  runtimeContext: z.object({ userId: z.uuid().nullable(), isAsync: z.boolean() }),
  steps: z.array(StepSummary).optional(),
})
export type RunState = z.infer<typeof RunState>

/** A run as it is listed. Where nothing is excluded, `flow` and the steps in `state` come along. */
export const ListedRun = z.object({
  run_id: z.uuid(),
  organization_id: z.uuid(),
  workflow_id: z.uuid().nullable(),
  workflow_name: z.string().nullable(),
  trigger_id: z.uuid().nullable(),
  /** Where the run's trigger is called. */
  trigger_url: z.string().nullable(),
  conversation_id: z.uuid().nullable(),
  conversation_title: z.string().nullable(),
  /**
   * Null where it answers in a conversation, whose channel says who writes there. `name` is the person's; `run` is a run that
   * waits for this one, and `trigger` one that was deleted.
   */
  started_by: z.object({ kind: z.enum(STARTERS), name: z.string().nullable() }).nullable(),
  /** Its steps with pinned data were not executed. */
  is_test: z.boolean(),
  /** The conversation's channel; null where there is no conversation. */
  conversation_channel: z.string().nullable(),
  channel: z.string().nullable(),
  employee_id: z.uuid().nullable(),
  employee_name: z.string().nullable(),
  contact_id: z.uuid().nullable(),
  parent_run_id: z.uuid().nullable(),
  /** The run that it repeats, and up to which number its steps were taken over from there. */
  rerun_of: z.uuid().nullable(),
  taken_over_until: z.number().int().nullable(),
  status: RunStatus,
  error_code: RunErrorCode.nullable(),
  model: z.string().nullable(),
  fallback_used: z.boolean(),
  created_at: Instant,
  completed_at: Instant.nullable(),
  failed_at: Instant.nullable(),
  suspended_at: Instant.nullable(),
  cancelled_at: Instant.nullable(),
  /** From its creation to its end; null while it has not ended. */
  duration_ms: z.number().int().nullable(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  cached_input_tokens: z.number().int(),
  usd_cost: z.number(),
  costs: z.array(RunCost),
  state: RunState,
  /** Null where it is no longer kept, and in a list after 8 MB of flows and inputs: the run itself has it. */
  flow: z.unknown().optional(),
})
export type ListedRun = z.infer<typeof ListedRun>

/** Tokens and money of what is logged; null where no model was called. */
const Spent = {
  input_tokens: z.number().int().nullable(),
  output_tokens: z.number().int().nullable(),
  usd_cost: z.number().nullable(),
}

/** One call to a model in a step: under these names it is in `additional_data.steps`. */
export const ModelCallLog = z.looseObject({
  started_at: Instant,
  durationMs: z.number().int(),
  model: z.string(),
  provider: z.string(),
  active_tools: z.array(z.string()),
  system: z.string(),
  /** How many of the call's messages the calls before it have logged already; these are the others. */
  messages_from: z.number().int(),
  messages: z.array(z.unknown()),
  is_compaction: z.boolean(),
  input_tokens: z.number().int().optional(),
  output_tokens: z.number().int().optional(),
  cached_input_tokens: z.number().int().optional(),
  usd_cost: z.number().optional(),
  /** The vendor did not count all of it: what was missing is an estimate. */
  is_estimated: z.literal(true).optional(),
  /** Why it did not end with an answer; the model after it was asked instead, or the same one again. */
  error: z.string().optional(),
})

/** What a step worked with; without what belongs to the engine alone. */
export const StepPayload = z.object({
  input_data: z.unknown(),
  output: z.unknown(),
  additional_data: z.looseObject({ steps: z.array(ModelCallLog).optional() }).nullable(),
  /** How often it was begun, where that was more than once. */
  attempts: z.number().int().optional(),
  /** The tries that failed and were followed by another, the earliest first. */
  failures: z.array(z.object({ at: Instant, message: z.string(), code: RunErrorCode })).optional(),
  /** It was begun before by a process that was lost: what that one had done outside is not known. */
  possibly_repeated: z.literal(true).optional(),
})
export type StepPayload = z.infer<typeof StepPayload>

/** A step with what it worked with. What is large, or no longer kept, is null; `content_payload` says where it is read. */
export const StepLog = StepSummary.extend({
  ...StepPayload.shape,
  ...Spent,
  content_payload: z.object({ size_bytes: z.number().int(), url: z.string() }).nullable(),
})
export type StepLog = z.infer<typeof StepLog>

/** A run that this one started and waited for. */
const ChildRun = z.object({
  run_id: z.uuid(),
  employee_name: z.string().nullable(),
  status: RunStatus,
  created_at: Instant,
  duration_ms: z.number().int().nullable(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  usd_cost: z.number(),
})

/** A file that came with the message which the run answers, or one that the run made. */
const RunFile = z.object({
  id: z.uuid(),
  name: z.string(),
  mime_type: z.string(),
  size: z.number().int(),
  is_generated: z.boolean(),
  url: z.string(),
})

export const RunDetail = ListedRun.extend({
  /** What the flow worked on. */
  input: z.unknown(),
  /** The step that a failed run ended with, the innermost one that is known. */
  failed_step: z.object({ seq: z.number().int(), step_id: z.string(), name: z.string() }).nullable(),
  /** The first of them; `steps_total` says how many there are. */
  steps: z.array(StepLog),
  steps_total: z.number().int(),
  children: z.array(ChildRun),
  /** The runs that repeat this one. */
  reruns: z.array(z.object({ run_id: z.uuid(), status: RunStatus, created_at: Instant })),
  files: z.array(RunFile),
  /** When what the run worked with was removed; null while it is kept. */
  payloads_removed_at: Instant.nullable(),
})
export type RunDetail = z.infer<typeof RunDetail>

/** A run began, waits or has ended: a page that shows it reads it again. */
export const RunUpdated = z.object({
  organization_id: z.uuid(),
  run_id: z.uuid(),
  employee_id: z.uuid().nullable(),
  conversation_id: z.uuid().nullable(),
  status: RunStatus,
})
export type RunUpdated = z.infer<typeof RunUpdated>

/** Steps of these runs were written since the last event about them; a run that moves is named a few times a second at most. */
export const RunStepsUpdated = z.object({ organization_id: z.uuid(), run_ids: z.array(z.uuid()) })
export type RunStepsUpdated = z.infer<typeof RunStepsUpdated>
