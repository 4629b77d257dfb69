import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { DeliveryParts } from './define-channel.ts'
import type { Deadline } from './delivery-deadline.ts'
import { thisAttempt } from './record-delivery.ts'
import { type MessageDeliveryRow, messageDeliveries } from './table.ts'

type Claimed = Pick<MessageDeliveryRow, 'message_id' | 'attempts' | 'parts_sent' | 'part_begun'>

/** The requests of one attempt; none begins once another attempt has taken over, or what is left was withdrawn. */
export function partsOf(ctx: Context, claimed: Claimed, deadline: Deadline): DeliveryParts {
  let parts_sent = claimed.parts_sent
  let isUncertain = claimed.part_begun
  return {
    get sent() {
      return parts_sent
    },
    get isUncertain() {
      return isUncertain
    },
    async begin(withinMs) {
      const begun = await ctx.db
        .update(messageDeliveries)
        .set({ part_begun: true, next_attempt_at: deadline.prolong(withinMs) })
        .where(and(thisAttempt(claimed), eq(messageDeliveries.state, 'pending')))
        .returning({ message_id: messageDeliveries.message_id })
      if (begun.length === 0) throw new Error('It was withdrawn, or another attempt has taken over')
    },
    async end(arrived) {
      parts_sent += arrived
      isUncertain = false
      await ctx.db.update(messageDeliveries).set({ parts_sent, part_begun: false }).where(thisAttempt(claimed))
    },
  }
}
