import type { Fault } from '../fault.ts'

export const recordFaults: readonly Fault[] = [
  {
    file: 'server/src/features/logs/access.ts',
    find: `return teammate.is_deleted ? rooms.filter((room) => admins.includes(room)) : rooms`,
    replace: `return rooms`,
    tests: 'server/src/features/logs/access.test.ts',
    what: 'members are notified of the runs of a deleted teammate',
  },
  {
    file: 'server/src/features/logs/present.ts',
    find: `if (run.parent_run_id) return by('run')`,
    replace: `if (run.parent_run_id && !run.user_id) return by('run')`,
    tests: 'server/src/features/logs/started-by.test.ts',
    what: 'the log says that a person started what another run did (the wrong order)',
  },
  {
    file: 'server/src/features/usage/show-usage.ts',
    find: `isAdmin(ctx.role) ? listWarnings(ctx) : [],`,
    replace: `listWarnings(ctx),`,
    tests: 'server/src/features/usage/usage.db.test.ts',
    what: 'members are told what the organization has spent of its credits',
  },
  {
    file: 'server/src/features/usage/read-usage.ts',
    find: `sql\`organization_id = \${organization_id} and day between`,
    replace: `sql\`day between`,
    tests: 'server/src/features/usage/usage.db.test.ts',
    what: 'usage counts the runs of every organization (a scope left out)',
  },
  {
    file: 'server/src/features/usage/aggregate-usage.ts',
    find: `runs = c.runs + excluded.runs,`,
    replace: `runs = excluded.runs,`,
    tests: 'server/src/features/usage/usage.db.test.ts',
    what: 'what was counted before is lost when more is added',
  },
  {
    file: 'server/src/features/webhooks/access.ts',
    find: `.where(and(webhooksOf(ctx), eq(webhooks.id, id)))
  if (!row)`,
    replace: `.where(eq(webhooks.id, id))
  if (!row)`,
    tests: 'server/src/features/webhooks/manage-webhooks.test.ts',
    what: 'an admin opens the webhook of another organization',
  },
  {
    file: 'server/src/features/webhooks/manage-webhooks.ts',
    find: `await ctx.db.execute(sql\`select pg_advisory_xact_lock(hashtextextended(\${\`webhooks \${organization.id}\`}, 0))\`)`,
    replace: ``,
    tests: 'server/src/features/webhooks/manage-webhooks.test.ts',
    what: 'webhooks that are made at once pass their limit together (a lock left out)',
  },
  {
    file: 'server/src/features/webhooks/deliveries/record-attempt.ts',
    find: `not_before?.getTime() ?? 0)`,
    replace: `0)`,
    tests: 'server/src/features/webhooks/deliveries/retry-after.test.ts',
    what: 'a receiver that asks for a pause is called all the same',
  },
  {
    file: 'server/src/features/webhooks/deliveries/record-attempt.ts',
    find: `const wait = WAITS_SECONDS[tries - 1]`,
    replace: `const wait = WAITS_SECONDS[tries - 1] ?? 36_000`,
    tests: 'server/src/features/webhooks/deliveries/deliveries.db.test.ts',
    what: 'a webhook that fails is called for ever (a retry without a bound)',
  },
  {
    file: 'server/src/features/webhooks/deliveries/record-attempt.ts',
    find: `if (status === 410) return disableWebhook`,
    replace: `if (status === 411) return disableWebhook`,
    tests: 'server/src/features/webhooks/deliveries/deliveries.db.test.ts',
    what: 'a webhook whose receiver is gone is never disabled',
  },
  {
    file: 'server/src/features/webhooks/deliveries/claim-deliveries.ts',
    find: `next_attempt_at = \${p.lost_at}`,
    replace: `next_attempt_at = \${p.lost_at}::timestamptz + interval '30 days'`,
    tests: 'server/src/app/tests/runs/crash.db.test.ts',
    what: 'an event is never delivered to a webhook, because the server was killed while it was sent',
  },
]
