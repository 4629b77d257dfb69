import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { stargateTasks } from './table.ts'
import { awaitedSystems, wakeGateways } from './waiting-gateways.ts'

/** One statement for all gateways of the process, however many wait. */
const findTasks = defineStatement(
  'find_awaited_tasks',
  { organizations: 'uuid[]', systems: 'text[]', now: 'timestamptz' },
  (p) => sql<{ organization_id: string; system: string; tasks: number }>`
  with awaited as (
    select * from unnest(${p.organizations}, ${p.systems}) as a(organization_id, system)
  ), lost as (
    update ${stargateTasks} set status = 'created', gateway = null, alive_until = null, is_leaving = false
    from awaited
    where stargate_tasks.organization_id = awaited.organization_id and stargate_tasks.system = awaited.system
      and status = 'requested' and alive_until < ${p.now} and expires_at > ${p.now}
    returning stargate_tasks.organization_id, stargate_tasks.system
  ), open as (
    select awaited.organization_id, awaited.system from awaited, lateral (
      select id from ${stargateTasks}
      where stargate_tasks.organization_id = awaited.organization_id and stargate_tasks.system = awaited.system
        and status = 'created' and expires_at > ${p.now}
      limit 100
    ) as found
    union all select organization_id, system from lost
  )
  select organization_id, system, count(*)::int as tasks from open group by organization_id, system`,
)

export async function wakeForMissed(ctx: Context): Promise<void> {
  const awaited = awaitedSystems(ctx.ports)
  if (awaited.length === 0) return
  const found = await findTasks(ctx.db, {
    organizations: awaited.map(({ organization_id }) => organization_id),
    systems: awaited.map(({ system }) => system),
    now: ctx.now(),
  })
  for (const { tasks, ...of } of found) wakeGateways(ctx.ports, of, tasks)
}
