import { sql } from 'drizzle-orm'
import {
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
  uuid,
} from 'drizzle-orm/pg-core'
import type { RunCost, RunErrorCode, RunStatus } from '#contracts/runs.ts'
import { bytes, createdAt, id, instant, json } from '#platform/db/columns.ts'

/**
 * The tables of runs have no foreign keys on purpose: a hundred runs at once would each lock the one row of their
 * organization, and steps and payloads are only ever written in one statement with their run, which is never deleted.
 */
const organizationId = () => uuid().notNull()
const usd = () => numeric({ precision: 14, scale: 8, mode: 'number' }).notNull().default(0)
const tokens = () => bigint({ mode: 'number' }).notNull().default(0)

/** One row a run, narrow on purpose: lists read it and nothing else. What a run worked with lies in `run_payloads`. */
export const runs = pgTable(
  'runs',
  {
    id: id(),
    organization_id: organizationId(),
    workflow_id: uuid(),
    employee_id: uuid(),
    conversation_id: uuid(),
    contact_id: uuid(),
    /** The signed-in person who started it. */
    user_id: uuid(),
    parent_run_id: uuid(),
    channel: text(),
    /** The message that it answers, and the one that its answer is written into. */
    message_id: uuid(),
    assistant_message_id: uuid(),
    is_async: boolean().notNull().default(false),
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
    created_at: createdAt(),
    started_at: instant(),
    completed_at: instant(),
    failed_at: instant(),
    suspended_at: instant(),
    cancelled_at: instant(),
  },
  (table) => [
    index('runs_of_an_organization').on(table.organization_id, table.created_at, table.id),
    index('runs_of_a_teammate').on(table.organization_id, table.employee_id, table.created_at, table.id),
    index('runs_of_a_conversation').on(table.organization_id, table.conversation_id, table.created_at),
    check(
      'a_run_status_is_known',
      sql`${table.status} in ('queued', 'running', 'suspended', 'completed', 'failed', 'cancelled')`,
    ),
  ],
)
export type RunRow = typeof runs.$inferSelect

/**
 * One row for each run that has not ended, and none for the millions that have: who works on it, and until when it
 * promised to be alive. Apart from `runs`, so that taking and ending a run touches none of that table's indexes.
 */
export const runLeases = pgTable(
  'run_leases',
  {
    run_id: uuid().primaryKey(),
    organization_id: organizationId(),
    /** The job that goes on with the run when its process is gone. */
    job: text().notNull(),
    holder: uuid(),
    expires_at: instant(),
    /** Which try this is; a holder that was given up writes nothing under an older number. */
    attempts: integer().notNull().default(0),
    /** The attempt from which tries are counted: waiting for an answer is not one. */
    tries_from: integer().notNull().default(0),
    cancel_requested: boolean().notNull().default(false),
  },
  (table) => [index('unfinished_runs_of_an_organization').on(table.organization_id, table.run_id)],
)
export type RunLeaseRow = typeof runLeases.$inferSelect

/** A run in the hands of this process. */
export type HeldRun = RunRow & Pick<RunLeaseRow, 'attempts' | 'tries_from' | 'cancel_requested'>

export const runSteps = pgTable(
  'run_steps',
  {
    run_id: uuid().notNull(),
    organization_id: organizationId(),
    /** Counts from 1; `run_payloads` has the step's input and output under the same number. */
    seq: integer().notNull(),
    /** Which walk through a flow it belongs to: empty for the run's own, else the steps and keys that lead to it. */
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
  },
  (table) => [
    primaryKey({ name: 'a_step_is_logged_once', columns: [table.run_id, table.seq] }),
    // A step that walks a flow for each of very many items reads back the one that goes on.
    index('steps_of_a_cursor').on(table.run_id, table.cursor, table.seq),
  ],
)
export type RunStepRow = typeof runSteps.$inferSelect

/**
 * One row for each step that waits for an answer or a time. A run has a lease while it is executed or queued, and these
 * alone while all of it waits: nobody holds it, and nothing has to be renewed for days.
 */
export const runSuspensions = pgTable(
  'run_suspensions',
  {
    run_id: uuid().notNull(),
    organization_id: organizationId(),
    /** The number of the step that waits. */
    seq: integer().notNull(),
    /** What goes on with the run. */
    job: text().notNull(),
    attempts: integer().notNull(),
    step_id: text().notNull(),
    kind: text().notNull(),
    wakes_at: instant(),
    detail: json<unknown>(),
    /** Packed; null where the time came. */
    answer: bytes(),
    answered_at: instant(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'a_step_waits_once', columns: [table.run_id, table.seq] }),
    index('suspensions_by_time').on(table.wakes_at).where(sql`${table.answered_at} is null`),
  ],
)

/** What a run (`seq` 0) and its steps worked with: packed JSON, kept `RUN_PAYLOAD_RETENTION_DAYS`. */
export const runPayloads = pgTable(
  'run_payloads',
  {
    run_id: uuid().notNull(),
    organization_id: organizationId(),
    seq: integer().notNull(),
    data: bytes().notNull(),
  },
  (table) => [primaryKey({ name: 'a_payload_is_kept_once', columns: [table.run_id, table.seq] })],
)

/** What a teammate spent on a day (UTC), and what its running model calls may still spend. */
export const teammateSpend = pgTable(
  'teammate_spend',
  {
    organization_id: organizationId(),
    employee_id: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    spent_usd: usd(),
    reserved_usd: usd(),
    /** The limit that did not allow another call; while it is not raised, nothing is asked again that day. */
    reached_limit_usd: numeric({ precision: 14, scale: 8, mode: 'number' }),
  },
  (table) => [
    primaryKey({
      name: 'a_teammate_spends_by_the_day',
      columns: [table.organization_id, table.employee_id, table.day],
    }),
  ],
)

/** Money held for one model call until it is settled; what a dead process held is given back by the sweep. */
export const spendReservations = pgTable(
  'spend_reservations',
  {
    id: id(),
    organization_id: organizationId(),
    run_id: uuid().notNull(),
    /** Null where no teammate asks, so that only the organization's credits are held. */
    employee_id: uuid(),
    day: date({ mode: 'string' }).notNull(),
    usd: usd(),
    credits: numeric({ precision: 16, scale: 6, mode: 'number' }).notNull().default(0),
    created_at: createdAt(),
  },
  (table) => [index('reservations_of_a_run').on(table.run_id)],
)
