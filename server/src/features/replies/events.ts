import { z } from 'zod'
import { defineBroadcast } from '#platform/event.ts'

const OfMessage = z.object({ message_id: z.uuid() })
export type OfMessage = z.infer<typeof OfMessage>

/** Somebody reads an answer in a process that does not stream it. */
export const answerWanted = defineBroadcast('replies.answer-wanted', OfMessage)
/** The row of an answer that is wanted is as new as it gets. */
export const answerSaved = defineBroadcast('replies.answer-saved', OfMessage)

const Unwanted = z.object({
  request_id: z.uuid(),
  conversation_id: z.uuid(),
  epoch: z.number().int(),
  /** Messages that were withdrawn while they were being delivered. */
  withdrawn: z.array(z.uuid()),
})
export type Unwanted = z.infer<typeof Unwanted>
const Silenced = z.object({ request_id: z.uuid(), holder: z.uuid() })
export type Silenced = z.infer<typeof Silenced>

/** A conversation has changed hands: answers that were begun in an earlier epoch are not to be shown or delivered any more. */
export const answersUnwanted = defineBroadcast('replies.answers-unwanted', Unwanted)
/** A process shows and delivers nothing more of them, and what it has shown has reached everybody. */
export const answersSilenced = defineBroadcast('replies.answers-silenced', Silenced, { in_order: true })

/** Somebody may have lost the right to a call that is being made. What is missed is noticed by the calls themselves, a little later. */
export const callRightsChanged = defineBroadcast('replies.call-rights-changed', z.object({}))
