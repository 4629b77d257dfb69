import { sql } from 'drizzle-orm'
import { runLeases, runs } from '../table.ts'

/**
 * Queues the runs of the steps in `answered`, a part of the same statement: each gets a lease without a holder, with the attempt
 * in which it suspended.
 */
export const queueAnswered = sql`queued as (
    insert into ${runLeases} (run_id, organization_id, job, attempts, tries_from)
    select run_id, min(organization_id::text)::uuid, min(job), max(attempts), max(attempts) from answered group by run_id
    order by run_id
    on conflict (run_id) do nothing
    returning run_id
  ), marked as (
    update ${runs} set status = 'queued' from queued where runs.id = queued.run_id and runs.status = 'suspended'
  )`
