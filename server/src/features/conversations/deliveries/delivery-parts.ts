import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { DeliveryParts } from '../define-channel.ts'
import { type MessageDeliveryRow, messageDeliveries } from '../table.ts'
import type { Deadline } from './delivery-deadline.ts'

type Claimed = Pick<MessageDeliveryRow, 'message_id' | 'attempts' | 'parts_sent' | 'part_begun'>

/**
 * Marks that a request begins. Fails for an attempt that was withdrawn or replaced, because it checks that in the same
 * statement.
 */
const beginPart = defineStatement(
  'begin_part',
  { message_id: 'uuid', attempts: 'int', parts_sent: 'int', next_attempt_at: 'timestamptz' },
  (p) => sql`
    update ${messageDeliveries} set part_begun = true, parts_sent = ${p.parts_sent}, next_attempt_at = ${p.next_attempt_at}
    where message_id = ${p.message_id} and attempts = ${p.attempts} and state = 'pending' returning message_id`,
)

/** Records the outcome of the request. */
const endPart = defineStatement(
  'end_part',
  { message_id: 'uuid', attempts: 'int', parts_sent: 'int' },
  (p) => sql`
    update ${messageDeliveries} set part_begun = false, parts_sent = ${p.parts_sent}
    where message_id = ${p.message_id} and attempts = ${p.attempts}`,
)

export type AttemptParts = DeliveryParts & {
  /** Writes what is known of the last request; what becomes known after the attempt is written at once. */
  close(): Promise<void>
}

/** The requests of one attempt. None begins once another attempt has replaced it or the message was withdrawn. */
export function partsOf(ctx: Context, claimed: Claimed, deadline: Deadline): AttemptParts {
  const { message_id, attempts } = claimed
  let parts_sent = claimed.parts_sent
  let isUncertain = claimed.part_begun
  let isUnsaved = false
  let isClosed = false
  async function save(): Promise<void> {
    if (isUnsaved) await endPart(ctx.db, { message_id, attempts, parts_sent })
    isUnsaved = false
  }
  return {
    close() {
      isClosed = true
      return save()
    },
    get sent() {
      return parts_sent
    },
    get isUncertain() {
      return isUncertain
    },
    async begin(withinMs) {
      const next_attempt_at = deadline.prolong(withinMs)
      const begun = await beginPart(ctx.db, { message_id, attempts, parts_sent, next_attempt_at })
      if (begun.length === 0) throw new Error('It was withdrawn, or another attempt has taken over')
      isUnsaved = false
    },
    async end(arrived) {
      parts_sent += arrived
      isUncertain = false
      isUnsaved = true
      // What follows a part that arrived is written at once, and its outcome with it: the next part, or the end.
      if (arrived === 0 || isClosed) await save()
    },
  }
}
