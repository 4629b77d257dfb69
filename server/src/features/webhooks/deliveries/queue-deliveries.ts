import { asc, eq, sql } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { webhooksOf } from '../access.ts'
import { describeEvents } from '../describe-events.ts'
import { type WebhookEventRow, webhookDeliveries, webhookEvents, webhookPayloads, webhooks } from '../table.ts'
import { packBody } from './pack-body.ts'

/** The events of one organization that are processed before the next organization's. */
const BATCH_SIZE = 200
const MAX_ORGANIZATIONS = 100
/** How long an event that cannot be queued blocks later ones: its problem may be temporary. */
const MAX_WAIT_MS = 3_600_000

/** From organization to organization by the index, however many events each of them has. */
const findWaiting = defineStatement(
  'find_organizations_with_webhook_events',
  { limit: 'int' },
  (p) => sql<{ organization_id: string }>`
  with recursive waiting as (
    (select organization_id from ${webhookEvents} order by organization_id limit 1)
    union all
    select (select webhook_events.organization_id from ${webhookEvents}
      where webhook_events.organization_id > waiting.organization_id order by organization_id limit 1)
    from waiting where waiting.organization_id is not null
  )
  select organization_id from waiting where organization_id is not null order by random() limit ${p.limit}`,
)

/** Turns events into deliveries, one for each webhook that receives them. True where there may be more. */
export async function queueDeliveries(ctx: Context): Promise<boolean> {
  const waiting = await findWaiting(ctx.db, { limit: MAX_ORGANIZATIONS })
  let isMore = waiting.length === MAX_ORGANIZATIONS
  for (const { organization_id } of waiting) {
    try {
      if ((await queueOf(ctx, organization_id)) === BATCH_SIZE) isMore = true
    } catch (error) {
      // A failure of one organization must not block the others.
      ctx.log.error({ err: error, organization_id }, 'the webhooks of an organization could not be sent')
      await passOldest(ctx, organization_id)
    }
  }
  return isMore
}

/** Where events cannot be queued together, queues the oldest alone; after an hour of failures it is dropped. */
async function passOldest(ctx: Context, organization_id: string): Promise<void> {
  try {
    await queueOf(ctx, organization_id, 1)
  } catch {
    const droppedBefore = new Date(ctx.now().getTime() - MAX_WAIT_MS)
    const [dropped] = await ctx.db
      .delete(webhookEvents)
      .where(
        sql`${webhookEvents.id} = (select id from ${webhookEvents} where organization_id = ${organization_id}
          order by id limit 1) and ${webhookEvents.happened_at} < ${droppedBefore}`,
      )
      .returning()
    if (dropped) ctx.log.error(dropped, 'an event of a webhook was left out')
  }
}

function queueOf(ctx: Context, organization_id: string, limit = BATCH_SIZE): Promise<number> {
  return ctx.transaction(async (ctx) => {
    const events = await claimEvents(ctx, organization_id, limit)
    const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, organization_id))
    if (organization && events.length > 0) await writeDeliveries(extendContext(ctx, { organization }), events)
    return events.length
  })
}

/** Events are deleted in the transaction that writes their deliveries, so that none is lost or sent twice. */
async function claimEvents(ctx: Context, organization_id: string, limit: number): Promise<WebhookEventRow[]> {
  const claimed = await ctx.db
    .delete(webhookEvents)
    .where(
      sql`${webhookEvents.id} = any(array(select id from ${webhookEvents} where organization_id = ${organization_id}
        order by id limit ${limit} for update skip locked))`,
    )
    .returning()
  return claimed.sort((a, b) => a.id - b.id)
}

async function writeDeliveries(ctx: OrgContext, events: WebhookEventRow[]): Promise<void> {
  const { organization } = ctx
  const now = ctx.now()
  // Disabling a webhook waits for this lock, so that a disabled one has no pending deliveries.
  const locked = ctx.db.select().from(webhooks).where(webhooksOf(ctx)).orderBy(asc(webhooks.id)).for('share')
  const enabled = (await locked).filter(({ is_enabled }) => is_enabled)
  const wanted = events.filter(({ type }) => enabled.some(({ event_types }) => event_types.includes(type)))
  if (wanted.length === 0) return
  const bodies = await describeEvents(ctx, wanted)
  const written = bodies.flatMap((body) => (body ? [{ body, payload_id: newId() }] : []))
  if (written.length === 0) return
  const own = { organization_id: organization.id, created_at: now }
  await ctx.db
    .insert(webhookPayloads)
    .values(written.map(({ body, payload_id }) => ({ ...own, id: payload_id, body: packBody(body) })))
  const deliveries = written.flatMap(({ body: { type }, payload_id }) =>
    enabled
      .filter(({ event_types }) => event_types.some((each) => each === type))
      .map(({ id }) => ({ ...own, webhook_id: id, payload_id, type, next_attempt_at: now })),
  )
  await ctx.db.insert(webhookDeliveries).values(deliveries)
}
