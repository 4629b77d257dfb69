import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { defineJob } from '../job.ts'

export const gatherStatisticsOfGrown = defineJob('platform.gather-statistics', z.object({}), { every_seconds: 20 })

/** A table of fewer pages is read as a whole in a millisecond. */
const MIN_PAGES = 16
/** A sample of 3,000 rows is enough to choose an index by; the default of 30,000 would occupy PGlite for up to 0.2 s. */
const TARGET = 10

/**
 * Gathers the planner's statistics of tables that have doubled since they were last gathered, which also ends plans made for
 * smaller ones. PGlite never does so by itself, and PostgreSQL without autovacuum neither: a message then reads all
 * conversations, contacts and runs. A table that someone else is changing, vacuuming or gathering from is left to the next time,
 * and so are tables of another owner, for whom the database would only warn each time.
 */
export async function gatherStatistics(ctx: Context): Promise<void> {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'usage')
      and pg_relation_size(oid) / current_setting('block_size')::int >= greatest(${MIN_PAGES}, 2 * relpages)`)
  // One after the other, because nothing else has its turn in PGlite meanwhile.
  for (const { name } of rows) await gatherOf(ctx, name)
}

const gatherOf = (ctx: Context, name: string): Promise<void> =>
  ctx.transaction(async ({ db }) => {
    await db.execute(sql.raw(`set local default_statistics_target = ${TARGET}`))
    await db.execute(sql.raw(`analyze (skip_locked) ${name}`))
  })
