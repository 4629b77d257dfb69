import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RunCost, RunErrorCode, RunStatus } from '#contracts/runs.ts'
import { bytes, createdAt, id, instant, json } from '#platform/db/columns.ts'

/**
 * The tables of runs have no foreign keys on purpose: a hundred runs at once would each lock the one row of their
 * organization, and steps and payloads are only ever written in one statement with their run, which is never deleted.
 */
const usd = () => numeric({ precision: 14, scale: 8, mode: 'number' }).notNull().default(0)
const tokens = () => bigint({ mode: 'number' }).notNull().default(0)

type Ends = { completed_at: AnyPgColumn; failed_at: AnyPgColumn; cancelled_at: AnyPgColumn }

/** When it ended, in whatever way; null until then. */
export const endOf = ({ completed_at, failed_at, cancelled_at }: Ends): SQL =>
  sql`coalesce(${completed_at}, ${failed_at}, ${cancelled_at})`

/** From creation to end, in milliseconds; null until it ends. */
export const durationOf = (run: Ends & { created_at: AnyPgColumn }): SQL =>
  sql`(extract(epoch from ${endOf(run)} - ${run.created_at}) * 1000)`

/** Input and output tokens together. */
export const tokensOf = (run: { input_tokens: AnyPgColumn; output_tokens: AnyPgColumn }): SQL =>
  sql`(${run.input_tokens} + ${run.output_tokens})`

/** One row per run, narrow because lists read it and nothing else. Inputs and outputs are in `run_payloads`. */
export const runs = pgTable(
  'runs',
  {
    id: id(),
    organization_id: uuid().notNull(),
    workflow_id: uuid(),
    /** What started the workflow; null where a person did. */
    trigger_id: uuid(),
    employee_id: uuid(),
    conversation_id: uuid(),
    contact_id: uuid(),
    /** The signed-in person who started it. */
    user_id: uuid(),
    parent_run_id: uuid(),
    /** The run that it repeats, and the number of the last step that was copied from there. */
    rerun_of: uuid(),
    taken_over_until: integer(),
    channel: text(),
    /** The message that it answers, and the message that its answer is written to. */
    message_id: uuid(),
    assistant_message_id: uuid(),
    is_async: boolean().notNull().default(false),
    /** True for a test run: steps with pinned data are not executed. */
    is_test: boolean().notNull().default(false),
    status: text().$type<RunStatus>().notNull().default('queued'),
    /** The ownership epoch of the conversation in which it may publish. */
    epoch: integer().notNull().default(0),
    model: text(),
    error: text(),
    error_code: text().$type<RunErrorCode>(),
    input_tokens: tokens(),
    output_tokens: tokens(),
    cached_input_tokens: tokens(),
    usd_cost: usd(),
    costs: json<RunCost[]>().notNull().default([]),
    /** Short values of its state, by which runs can be found; deleted with the payloads. */
    state: json<Record<string, unknown>>(),
    created_at: createdAt(),
    started_at: instant(),
    completed_at: instant(),
    failed_at: instant(),
    suspended_at: instant(),
    cancelled_at: instant(),
  },
  (table) => [
    // With what decides who sees a run, so that far pages and counts read the index alone.
    index('runs_of_an_organization').on(table.organization_id, table.created_at, table.id, table.employee_id),
    index('runs_of_a_teammate').on(table.organization_id, table.employee_id, table.created_at, table.id),
    index('runs_of_a_conversation').on(table.organization_id, table.conversation_id, table.created_at),
    // For the filters of the logs. Columns that replies leave empty have partial indexes, which cost replies nothing.
    index('runs_by_status').on(table.organization_id, table.status, table.created_at, table.id),
    index('runs_by_channel').on(table.organization_id, table.channel, table.created_at, table.id),
    index('runs_by_model')
      .on(table.organization_id, table.model, table.created_at, table.id)
      .where(sql`${table.model} is not null`),
    index('runs_by_end').on(table.organization_id, table.completed_at),
    index('runs_by_duration').on(table.organization_id, durationOf(table)),
    index('runs_by_tokens').on(table.organization_id, tokensOf(table)),
    index('runs_by_cost').on(table.organization_id, table.usd_cost),
    index('runs_of_a_person')
      .on(table.organization_id, table.user_id, table.created_at, table.id)
      .where(sql`${table.user_id} is not null`),
    index('runs_of_a_workflow')
      .on(table.organization_id, table.workflow_id, table.created_at, table.id)
      .where(sql`${table.workflow_id} is not null`),
    index('runs_of_a_trigger')
      .on(table.organization_id, table.trigger_id, table.created_at, table.id)
      .where(sql`${table.trigger_id} is not null`),
    index('runs_of_a_contact_without_a_conversation')
      .on(table.organization_id, table.contact_id, table.created_at, table.id)
      .where(sql`${table.contact_id} is not null and ${table.conversation_id} is null`),
    index('runs_inside_a_run')
      .on(table.organization_id, table.parent_run_id, table.id)
      .where(sql`${table.parent_run_id} is not null`),
    index('runs_again').on(table.organization_id, table.rerun_of, table.id).where(sql`${table.rerun_of} is not null`),
    index('runs_by_state')
      .using('gin', table.organization_id, table.state.op('jsonb_path_ops'))
      .where(sql`${table.state} is not null`),
    index('runs_with_a_state').on(table.id).where(sql`${table.state} is not null`),
    check(
      'a_run_status_is_known',
      sql`${table.status} in ('queued', 'running', 'suspended', 'completed', 'failed', 'cancelled')`,
    ),
  ],
)
export type RunRow = typeof runs.$inferSelect

/**
 * One row for each unfinished run: which process executes it, and when its lease ends. Apart from `runs`, so that claiming and
 * ending a run writes none of that table's indexes.
 */
export const runLeases = pgTable(
  'run_leases',
  {
    run_id: uuid().primaryKey(),
    organization_id: uuid().notNull(),
    /** The job that continues the run when its process has died. */
    job: text().notNull(),
    holder: uuid(),
    expires_at: instant(),
    /** The number of the attempt. A process whose lease was taken has an older number and cannot write. */
    attempts: integer().notNull().default(0),
    /** The attempt after the last wait: interruptions are counted from there. */
    tries_from: integer().notNull().default(0),
    cancel_requested: boolean().notNull().default(false),
  },
  (table) => [index('unfinished_runs_of_an_organization').on(table.organization_id, table.run_id)],
)
type RunLeaseRow = typeof runLeases.$inferSelect

/** A run that this process has leased. */
export type LeasedRun = RunRow & Pick<RunLeaseRow, 'attempts' | 'tries_from' | 'cancel_requested'>

export const runSteps = pgTable(
  'run_steps',
  {
    run_id: uuid().notNull(),
    organization_id: uuid().notNull(),
    /** Counts from 1; `run_payloads` has the step's input and output under the same number. */
    seq: integer().notNull(),
    /** The execution that it belongs to: empty for the run's own flow, else the path of steps and keys that leads to it. */
    cursor: text().notNull().default(''),
    step_id: text().notNull(),
    type: text().notNull(),
    name: text().notNull(),
    status: text().$type<'in_progress' | 'completed' | 'failed'>().notNull(),
    started_at: instant().notNull(),
    finished_at: instant(),
    duration_ms: integer(),
    fallback_used: boolean().notNull().default(false),
    last_error: text(),
    model: text(),
    /** Repeated from its payload, which may be too large to read for a list; null where it was begun once. */
    attempts: integer(),
    possibly_repeated: boolean(),
  },
  (table) => [
    primaryKey({ name: 'a_step_is_logged_once', columns: [table.run_id, table.seq] }),
    // For the item of a long `for_each` that continues, and for lists, which say of each run whether it used a fallback.
    index('steps_of_a_cursor').on(table.run_id, table.cursor, table.seq),
    index('steps_that_used_a_fallback').on(table.run_id).where(sql`${table.fallback_used}`),
  ],
)
export type RunStepRow = typeof runSteps.$inferSelect

/**
 * One row for each step that waits for an answer or a time. A run has a lease while it is executed or queued, and only these
 * rows while all of its executions wait, so that nothing has to be renewed for days.
 */
export const runSuspensions = pgTable(
  'run_suspensions',
  {
    run_id: uuid().notNull(),
    organization_id: uuid().notNull(),
    /** The number of the step that waits. */
    seq: integer().notNull(),
    /** The id of the current question: a step may ask several, one after the other. */
    question_id: uuid().notNull().defaultRandom(),
    /** The job that continues the run. */
    job: text().notNull(),
    attempts: integer().notNull(),
    step_id: text().notNull(),
    kind: text().notNull(),
    wakes_at: instant(),
    detail: json<unknown>(),
    /** The packed answer; null where the time came. */
    answer: bytes(),
    answered_at: instant(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'a_step_waits_once', columns: [table.run_id, table.seq] }),
    index('suspensions_by_time').on(table.wakes_at).where(sql`${table.answered_at} is null`),
  ],
)

/** Inputs and outputs of a run (`seq` 0) and its steps: packed JSON, deleted `RUN_PAYLOAD_RETENTION_DAYS` after its end. */
export const runPayloads = pgTable(
  'run_payloads',
  {
    run_id: uuid().notNull(),
    organization_id: uuid().notNull(),
    seq: integer().notNull(),
    data: bytes().notNull(),
  },
  (table) => [primaryKey({ name: 'a_payload_is_kept_once', columns: [table.run_id, table.seq] })],
)

/** Runs of deleted contacts, until their payloads are deleted: a run that is being stopped still writes until it ends. */
export const runErasures = pgTable('run_erasures', {
  run_id: uuid().primaryKey(),
  organization_id: uuid().notNull(),
})

/** A file that a run made or received, deleted with the payloads. Files of an answer are attachments too. */
export const runFiles = pgTable(
  'run_files',
  {
    id: id(),
    run_id: uuid().notNull(),
    organization_id: uuid().notNull(),
    /** The number of the step that made or received it; 0 where the run was started with it. */
    seq: integer().notNull(),
    /** True for a large request body, which can be downloaded from the log but is no result of the run. */
    is_received: boolean().notNull().default(false),
    name: text().notNull(),
    mime_type: text().notNull(),
    size: integer().notNull(),
    /** The key of the bytes in the blob store. */
    hash: text().notNull(),
    is_encrypted: boolean().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    unique('a_step_makes_a_file_once').on(table.run_id, table.seq, table.name),
    // Collecting unused bytes asks for each blob whether a row refers to it.
    index('run_files_by_their_bytes').on(table.organization_id, table.hash),
  ],
)
export type RunFileRow = typeof runFiles.$inferSelect

/** What a teammate spent on a day (UTC), and what is reserved for its model calls in progress. */
export const teammateSpend = pgTable(
  'teammate_spend',
  {
    organization_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    spent_usd: usd(),
    reserved_usd: usd(),
    /** The limit for which the warning “nearly reached” was pushed. */
    warned_limit_usd: numeric({ precision: 14, scale: 8, mode: 'number' }),
    /** The limit that did not allow even the cheapest call: until it is raised, no model is called that day. */
    reached_limit_usd: numeric({ precision: 14, scale: 8, mode: 'number' }),
  },
  (table) => [
    primaryKey({
      name: 'a_teammate_spends_by_the_day',
      columns: [table.organization_id, table.employee_id, table.day],
    }),
  ],
)

/** Money reserved for one model call until it is settled; reservations of a dead process are settled by the sweep. */
export const spendReservations = pgTable(
  'spend_reservations',
  {
    id: id(),
    organization_id: uuid().notNull(),
    run_id: uuid().notNull(),
    /** Null where no teammate makes the call, so that only the organization's credits are reserved. */
    employee_id: uuid(),
    day: date({ mode: 'string' }).notNull(),
    usd: usd(),
    credits: numeric({ precision: 16, scale: 6, mode: 'number' }).notNull().default(0),
    created_at: createdAt(),
  },
  (table) => [index('reservations_of_a_run').on(table.run_id)],
)
