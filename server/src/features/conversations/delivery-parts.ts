import type { Context } from '#platform/context.ts'
import type { DeliveryParts } from './define-channel.ts'
import { thisAttempt } from './record-delivery.ts'
import { type MessageDeliveryRow, messageDeliveries } from './table.ts'

export type Claimed = Pick<
  MessageDeliveryRow,
  'message_id' | 'conversation_id' | 'channel' | 'attempts' | 'parts_sent' | 'part_begun'
>

/** The requests of one attempt; it throws where another attempt has taken over, so that the two never send at once. */
export function partsOf(ctx: Context, claimed: Claimed): DeliveryParts {
  let parts_sent = claimed.parts_sent
  const write = async (values: { parts_sent: number; part_begun: boolean }) => {
    const isWritten = await ctx.db
      .update(messageDeliveries)
      .set(values)
      .where(thisAttempt(claimed))
      .returning({ message_id: messageDeliveries.message_id })
    if (isWritten.length === 0) throw new Error('Another attempt has taken over')
    parts_sent = values.parts_sent
  }
  return {
    get sent() {
      return parts_sent
    },
    begin: () => write({ parts_sent, part_begun: true }),
    end: (arrived) => write({ parts_sent: parts_sent + arrived, part_begun: false }),
  }
}
