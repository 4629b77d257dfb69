import { z } from 'zod'
import { defineBroadcast } from '#platform/event.ts'

const OfMessage = z.object({ message_id: z.uuid() })
export type OfMessage = z.infer<typeof OfMessage>

/** Someone reads an answer in a process that does not stream it. */
export const answerWanted = defineBroadcast('replies.answer-wanted', OfMessage)
/** The row of an answer that is wanted is as new as it gets. */
export const answerSaved = defineBroadcast('replies.answer-saved', OfMessage)

const CancelledAnswers = z.object({
  request_id: z.uuid(),
  conversation_id: z.uuid(),
  epoch: z.number().int(),
  /** Messages that were withdrawn while they were being delivered. */
  withdrawn: z.array(z.uuid()),
})
export type CancelledAnswers = z.infer<typeof CancelledAnswers>
const StoppedAnswers = z.object({ request_id: z.uuid(), holder: z.uuid() })
export type StoppedAnswers = z.infer<typeof StoppedAnswers>

/** A conversation has changed hands: answers that were begun in an earlier epoch are not to be shown or delivered any more. */
export const answersCancelled = defineBroadcast('replies.answers-unwanted', CancelledAnswers)
/** A process shows and delivers nothing more of them, and what it has shown has reached everyone. */
export const answersStopped = defineBroadcast('replies.answers-silenced', StoppedAnswers, { in_order: true })

/** Someone may have lost the right to a call that is being made. What is missed is noticed by the calls themselves, a little later. */
export const callRightsChanged = defineBroadcast('replies.call-rights-changed', z.object({}))
