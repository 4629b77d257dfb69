import type { Trigger } from '#contracts/triggers.ts'
import type { OrgContext } from '../organizations/context.ts'
import { nextTimes } from './cron.ts'
import type { TriggerRow } from './table.ts'

const SHOWN_TIMES = 5

type Beside = { last_run_at?: Date | null; secret?: string | null }

/** `secret` where it was made just now: nobody is shown it again. */
export function presentTrigger(
  ctx: OrgContext,
  row: TriggerRow,
  { last_run_at = null, secret = null }: Beside = {},
): Trigger {
  const common = {
    id: row.id,
    workflow_id: row.workflow_id,
    is_enabled: row.is_enabled,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_run_at: last_run_at?.toISOString() ?? null,
    last_problem: row.last_problem,
  }
  if (row.type === 'schedule') {
    const { cron, overlap } = row
    const times = cron ? nextTimes(cron, ctx.now(), SHOWN_TIMES) : []
    return {
      ...common,
      type: 'schedule',
      cron: cron ?? '',
      overlap,
      next_times: times.map((time) => time.toISOString()),
    }
  }
  const { debounce_seconds, protection } = row
  const { PUBLIC_TRIGGER_RATE, PUBLIC_TRIGGER_ADDRESS_RATE, PUBLIC_TRIGGER_ORGANIZATION_RATE } = ctx.ports.config
  const calls_per_minute = Math.min(PUBLIC_TRIGGER_RATE, PUBLIC_TRIGGER_ORGANIZATION_RATE)
  return {
    ...common,
    type: 'public',
    url: urlOf(ctx, row.workflow_id),
    debounce_seconds,
    protection,
    secret,
    calls_per_minute,
    calls_per_minute_and_address: Math.min(PUBLIC_TRIGGER_ADDRESS_RATE, calls_per_minute),
  }
}

export const urlOf = ({ ports, organization }: OrgContext, workflow_id: string): string => {
  const [key, id] = [organization.public_api_key, workflow_id].map(encodeURIComponent)
  return `${ports.config.BASE_URL}/api/public/trigger/${key}/${id}`
}
