import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { WebhookDisabledReason } from '#contracts/webhooks.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import { memberships, organizations } from '../organizations/table.ts'
import { subjectOf, webhookDisabled } from './audit-actions.ts'
import { webhookChanged } from './events.ts'
import { sendWebhookNotice } from './jobs.ts'
import { webhookDeliveries, webhooks } from './table.ts'

const DISABLED = 'The webhook was disabled'

/** What waits is given up; it may be sent again by hand. */
export async function dropWaiting(ctx: Context, webhook_id: string): Promise<void> {
  await ctx.db
    .update(webhookDeliveries)
    .set({ state: 'failed', next_attempt_at: null, last_error: DISABLED })
    .where(and(eq(webhookDeliveries.webhook_id, webhook_id), eq(webhookDeliveries.state, 'pending')))
}

/** Disables a webhook that cannot be reached, and tells the owners and admins once; eight attempts at once may find it so. */
export function disableWebhook(ctx: Context, id: string, reason: WebhookDisabledReason): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .update(webhooks)
      .set({ is_enabled: false, disabled_reason: reason, disabled_at: ctx.now(), updated_at: ctx.now() })
      .where(and(eq(webhooks.id, id), eq(webhooks.is_enabled, true)))
      .returning()
    if (!row) return
    const { organization_id } = row
    await dropWaiting(ctx, id)
    const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, organization_id))
    if (organization) {
      await extendContext(ctx, { organization }).record(webhookDisabled, { subject: subjectOf(row), after: { reason } })
    }
    await ctx.emit(webhookChanged, { organization_id, webhook_id: id })
    if (!ctx.ports.mail.is_configured) return
    const admins = await ctx.db
      .select({ user_id: memberships.user_id })
      .from(memberships)
      .where(
        and(
          eq(memberships.organization_id, organization_id),
          inArray(memberships.role, ['owner', 'admin']),
          isNull(memberships.removed_at),
        ),
      )
      .orderBy(asc(memberships.user_id))
    for (const { user_id } of admins) {
      await ctx.enqueue(sendWebhookNotice, { webhook_id: id, user_id, message_id: newId() })
    }
  })
}
