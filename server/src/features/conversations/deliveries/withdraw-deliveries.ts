import { sql } from 'drizzle-orm'
import type { WithdrawnBecause } from '#contracts/conversations.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type MessageDeliveryRow, messageDeliveries, messages } from '../table.ts'

/** `holder` is the process that was trying to deliver it at that moment; null where none was. */
export type Withdrawn = Pick<MessageDeliveryRow, 'message_id' | 'holder'>

/**
 * What has not been delivered of a conversation that the caller has locked is not delivered any more: after a takeover
 * what the teammate said, of a deleted conversation everything. An attempt that is under way keeps the time at which it
 * counts as lost, so that later messages do not overtake it.
 */
export async function withdrawDeliveries(
  ctx: OrgContext,
  conversation_id: string,
  because: WithdrawnBecause,
): Promise<Withdrawn[]> {
  const now = ctx.now().toISOString()
  const isUnderWay = sql`delivery.holder is not null and delivery.next_attempt_at > ${now}::timestamptz`
  const { rows } = await ctx.db.execute<Withdrawn>(sql`
    update ${messageDeliveries} as delivery set state = 'withdrawn', withdrawn_because = ${because},
      next_attempt_at = case when ${isUnderWay} then delivery.next_attempt_at end,
      holder = case when ${isUnderWay} then delivery.holder end
    from ${messages}
    where delivery.conversation_id = ${conversation_id} and delivery.next_attempt_at is not null
      and delivery.state = 'pending' and messages.id = delivery.message_id
      and (${because} <> 'taken_over' or messages.role <> 'operator')
    returning delivery.message_id, delivery.holder`)
  return rows
}
