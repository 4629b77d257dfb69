import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Instant } from './page.ts'
import * as runPaths from './paths/runs.ts'

export const RunStatus = z.enum(['queued', 'running', 'suspended', 'completed', 'failed', 'cancelled'])
export type RunStatus = z.infer<typeof RunStatus>

/** Why a teammate may not answer now: it can where this has changed. */
export const RUN_REFUSALS = ['TEAMMATE_NOT_READY', 'DAILY_LIMIT_REACHED', 'NO_CREDITS'] as const
/** Why a run that may execute has no answer. */
export const RUN_FAILURES = [
  'MODEL_FAILED',
  'TOO_MANY_ROUNDS',
  'BROKEN_FLOW',
  'STEP_TIMEOUT',
  'STEP_FAILED',
  'RUN_TIMEOUT',
  'EXPIRED',
  'ORGANIZATION_INACTIVE',
  'GAVE_UP',
  'ORPHANED',
  'RUN_FAILED',
] as const

/** Why a run failed. */
export const RunErrorCode = z.enum([...RUN_REFUSALS, ...RUN_FAILURES])
export type RunErrorCode = z.infer<typeof RunErrorCode>

/** Tokens and money of a run by whose key paid: the organization's own, or the platform's (which costs credits). */
export const RunCost = z.object({
  key_type: z.enum(['organization', 'platform']),
  model: z.string(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  cached_input_tokens: z.number().int(),
  usd_cost: z.number(),
  /** Of a model that listened or spoke in a call: how much audio that was. */
  listened_ms: z.number().int().optional(),
  spoken_ms: z.number().int().optional(),
})
export type RunCost = z.infer<typeof RunCost>

/** A piece of a streaming answer. `index` counts from 0 without a gap: a client that misses one reads the message again. */
export const MessageDelta = z.object({
  run_id: z.uuid(),
  conversation_id: z.uuid(),
  message_id: z.uuid(),
  index: z.number().int(),
  kind: z.enum(['text', 'reasoning']),
  delta: z.string(),
})
export type MessageDelta = z.infer<typeof MessageDelta>

export const ToolActivity = z.object({
  run_id: z.uuid(),
  conversation_id: z.uuid(),
  message_id: z.uuid(),
  call_id: z.string(),
  tool: z.string(),
  /** Left out when it is too large for an event; the message's `content_payload` says where it is read. */
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  error: z.string().optional(),
})
export type ToolActivity = z.infer<typeof ToolActivity>

/** What each teammate spent today (UTC) under the organization's daily limit. */
export const TeammateSpending = z.object({
  day: z.iso.date(),
  resets_at: Instant,
  limit_usd: z.number().nullable(),
  data: z.array(
    z.object({
      employee_id: z.uuid(),
      name: z.string(),
      spent_usd: z.number(),
      /** Held for model calls that are being made. */
      reserved_usd: z.number(),
    }),
  ),
})
export type TeammateSpending = z.infer<typeof TeammateSpending>

export const runEndpoints = describeEndpoints(runPaths, {
  listSpending: {
    summary: 'Get what each teammate has spent today (UTC)',
    answer: TeammateSpending,
  },
  openStorageLink: {
    summary: 'Download a file by its temporary link while the run that created it is active',
    params: z.object({ token: z.string() }),
    errors: { 403: [], 404: [] },
  },
})
