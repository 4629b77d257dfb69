import { z } from 'zod'
import { defineBroadcast } from '#platform/event.ts'

const OfMessage = z.object({ message_id: z.uuid() })
export type OfMessage = z.infer<typeof OfMessage>

/** A client reads an answer in a process that does not stream it. */
export const answerWanted = defineBroadcast('replies.answer-wanted', OfMessage)
/** The streaming process has saved the requested answer. */
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

/** A conversation was taken over or handed back: answers of an earlier epoch must no longer be shown or delivered. */
export const answersCancelled = defineBroadcast('replies.answers-unwanted', CancelledAnswers)
/** A process confirms that it shows and delivers nothing more of them, and that its earlier pushes have arrived. */
export const answersStopped = defineBroadcast('replies.answers-silenced', StoppedAnswers, { in_order: true })

/**
 * A person may have lost the right to a call in progress. Calls also check this themselves, a little later, in case the
 * event is lost.
 */
export const callRightsChanged = defineBroadcast('replies.call-rights-changed', z.object({}))
