import { z } from 'zod'
import { defineBroadcast } from '#platform/event.ts'

const OfMessage = z.object({ message_id: z.uuid() })
export type OfMessage = z.infer<typeof OfMessage>

/** Somebody reads an answer in a process that does not stream it. */
export const answerWanted = defineBroadcast('replies.answer-wanted', OfMessage)
/** The row of an answer that is wanted is as new as it gets. */
export const answerSaved = defineBroadcast('replies.answer-saved', OfMessage)
