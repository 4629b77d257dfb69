import type { Context } from '#platform/context.ts'
import { webhookChanged } from './events.ts'

const ANNOUNCE_AFTER_MS = 500

const waiting = new WeakMap<Context['ports'], Set<string>>()

/** Notifies pages that show a webhook of new deliveries and failures, at most once in half a second. */
export function announceDeliveries(
  ctx: Context,
  { webhook_id, organization_id }: { webhook_id: string; organization_id: string },
) {
  const own = waiting.get(ctx.ports) ?? new Set<string>()
  waiting.set(ctx.ports, own)
  if (own.has(webhook_id)) return
  own.add(webhook_id)
  setTimeout(() => {
    own.delete(webhook_id)
    void ctx.emit(webhookChanged, { organization_id, webhook_id })
  }, ANNOUNCE_AFTER_MS).unref()
}
