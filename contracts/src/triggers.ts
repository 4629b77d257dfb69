import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Flow, StepId } from './flows.ts'
import { Done, enveloped, Instant } from './page.ts'
import * as triggerPaths from './paths/triggers.ts'
import { RUN_FAILURES, RUN_REFUSALS, RunStatus } from './runs.ts'

/** How a sender of a public trigger proves itself: not at all, by a secret in a header, or by a signature of the body. */
export const Protection = z.enum(['none', 'secret', 'hmac'])
export type Protection = z.infer<typeof Protection>

/** What a time of a schedule does while the run before it has not ended. */
export const Overlap = z.enum(['skip', 'queue', 'overlap'])
export type Overlap = z.infer<typeof Overlap>

export const SECRET_HEADER = 'x-trigger-secret'
/** `sha256=` and the HMAC-SHA256 of the body in hex, as GitHub writes it; its own header is read too. */
export const SIGNATURE_HEADERS = ['x-signature-256', 'x-hub-signature-256'] as const

const common = {
  id: z.uuid(),
  workflow_id: z.uuid(),
  is_enabled: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  /** When it last started a run. */
  last_run_at: Instant.nullable(),
  /** Why its last time or event started none. */
  last_problem: z.string().nullable(),
}

export const Trigger = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('public'),
    url: z.string(),
    /** Null: each event starts a run, which answers it. Else events are recorded, and run together after so long a silence. */
    debounce_seconds: z.number().int().nullable(),
    protection: Protection,
    /** Only in the answer in which it was made; null afterwards, and where there is none. */
    secret: z.string().nullable(),
    /** Calls a minute that it takes, and of those from one address; more are refused with 429. */
    calls_per_minute: z.number().int(),
    calls_per_minute_and_address: z.number().int(),
  }),
  z.object({
    ...common,
    type: z.literal('schedule'),
    /** Five fields, in UTC. */
    cron: z.string(),
    overlap: Overlap,
    next_times: z.array(Instant),
  }),
])
export type Trigger = z.infer<typeof Trigger>

const publicFields = {
  debounce_seconds: z.number().int().min(1).max(86_400).nullable(),
  protection: Protection,
}
const scheduleFields = { cron: z.string().trim().min(1).max(200), overlap: Overlap }

export const CreateTrigger = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('public'),
    is_enabled: z.boolean().default(true),
    debounce_seconds: publicFields.debounce_seconds.default(null),
    protection: Protection.default('none'),
  }),
  z.object({
    type: z.literal('schedule'),
    is_enabled: z.boolean().default(true),
    cron: scheduleFields.cron,
    overlap: Overlap.default('skip'),
  }),
])
export type CreateTrigger = z.infer<typeof CreateTrigger>

/** Fields of the other type are refused. `rotate_secret` makes a new one; the one before stops at once. */
export const UpdateTrigger = z
  .strictObject({ is_enabled: z.boolean(), ...publicFields, ...scheduleFields, rotate_secret: z.literal(true) })
  .partial()
export type UpdateTrigger = z.infer<typeof UpdateTrigger>

/** `flow` in place of the saved one, so that what is on the canvas can be tried; a test run takes pinned data. */
export const RunWorkflow = z.object({
  input: z.record(z.string(), z.unknown()).default({}),
  is_test: z.boolean().default(false),
  flow: Flow.optional(),
  starting_step_id: StepId.optional(),
})
export type RunWorkflow = z.infer<typeof RunWorkflow>

const OneWorkflow = z.object({ workflow_id: z.uuid().toLowerCase() })
const OneTrigger = OneWorkflow.extend({ trigger_id: z.uuid().toLowerCase() })
const invalid = { 400: ['FLOW_INVALID'] } as const

/** `runId` is null for an event that was only recorded; `result` while the run waits. */
const Started = enveloped(z.object({ runId: z.uuid().nullable(), result: z.unknown() }))
export type Started = z.infer<typeof Started>['data']

/** A run that fails is answered with its id and why. */
const started = {
  body: z.unknown(),
  answer: Started,
  statuses: [200, 202],
  errors: { ...invalid, 404: [], 409: ['RUN_CANCELLED'], 422: [...RUN_REFUSALS, ...RUN_FAILURES], 504: [] },
} as const

export const triggerEndpoints = describeEndpoints(triggerPaths, {
  listTriggers: {
    summary: 'List the triggers of a workflow, with the next times of its schedules',
    params: OneWorkflow,
    answer: z.object({ data: z.array(Trigger) }),
  },
  createTrigger: {
    summary: 'Create a trigger; a workflow has one public trigger at most, and 20 in all',
    params: OneWorkflow,
    body: CreateTrigger,
    answer: Trigger,
    errors: { 409: ['TRIGGER_EXISTS', 'TOO_MANY_TRIGGERS'] },
  },
  updateTrigger: {
    summary: 'Change a trigger',
    params: OneTrigger,
    body: UpdateTrigger,
    answer: Trigger,
  },
  deleteTrigger: {
    summary: 'Delete a trigger, with the events that it has recorded and not run',
    params: OneTrigger,
    answer: Done,
  },
  runWorkflow: {
    summary: 'Start a workflow manually; its run continues in the background',
    params: OneWorkflow,
    body: RunWorkflow,
    answer: z.object({ run_id: z.uuid(), status: RunStatus }),
    errors: invalid,
  },
  startPrivately: {
    summary: 'Start a workflow with any JSON as its input, and wait for its result',
    params: OneWorkflow,
    ...started,
  },
  startPublicly: {
    summary: 'Start a workflow from outside, where it has a public trigger; a debounced one only records the event',
    params: OneWorkflow.extend({ public_api_key: z.string() }),
    ...started,
  },
})
