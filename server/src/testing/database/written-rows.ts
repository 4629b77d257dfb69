import { sql } from 'drizzle-orm'
import type { TestApp } from '../app.ts'

/** Whose use a call may write down. */
const NOT_COUNTED = ['sessions', 'hosted_tokens']

/**
 * A sum over every row of every table but those of sessions and tokens, to see whether a call wrote anything.
 *
 * Each table counts what is written to it, in a sequence because that outlives a rollback: while the count is the same,
 * nothing is summed up again. The log of the database would tell as much, and grows with what others on the same server write.
 */
export async function watchWrittenRows({ ctx }: Pick<TestApp, 'ctx'>): Promise<() => Promise<string>> {
  const { rows: tables } = await ctx.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const counted = tables.map(({ name }) => name).filter((name) => !NOT_COUNTED.includes(name))
  await ctx.db.execute(sql`create schema testing`)
  await ctx.db.execute(sql`create sequence testing.writes`)
  // The first number of a sequence is also what it shows before it was asked.
  await ctx.db.execute(sql`select nextval('testing.writes')`)
  await ctx.db.execute(
    sql`create function testing.count_write() returns trigger language plpgsql
        as $$ begin perform nextval('testing.writes'); return null; end $$`,
  )
  for (const name of counted) {
    await ctx.db.execute(
      sql`create trigger count_write after insert or update or delete or truncate on ${sql.identifier(name)}
          for each statement execute function testing.count_write()`,
    )
  }
  const sums = counted.map((name) => `select count(*), sum(hashtext(t::text)::bigint) from "${name}" t`)

  const ask = async (name: string, text: string) => (await ctx.db.$client.query({ name, text })).rows
  let summedUpAt: unknown
  let sum = ''
  return async () => {
    const [writes] = await ask('count_writes', 'select last_value from testing.writes')
    if (writes.last_value === summedUpAt) return sum
    // What is not committed yet has been counted and is in no sum.
    const [other] = await ask(
      'others_write',
      `select count(*) > 0 as writes from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null`,
    )
    sum = JSON.stringify(await ask('sum_up_rows', sums.join(' union all ')))
    summedUpAt = other.writes ? undefined : writes.last_value
    return sum
  }
}
