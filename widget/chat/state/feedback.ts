import type { Message } from '#contracts/conversations.ts'
import { reactToWebchatMessage } from '#contracts/paths/webchat.ts'
import { applyEvents } from '#thread/apply-events.ts'
import { ApiFailure, callApi } from '../../lib/api.ts'
import { getWords } from '../words/words.ts'
import { getState, notify, setState } from './store.ts'

type Feedback = Pick<Message, 'reaction'> & { feedback_comment?: string | null }

/** The newest request about each message: what comes back of an older one would undo what is shown since. */
const newest = new Map<string, Feedback>()
/** One after another, so that the last choice is the one that stays. */
let sending: Promise<unknown> = Promise.resolve()

/** Shown at once, and taken back where the server does not take it. True where it was saved. */
export async function react(message: Message, feedback: Feedback): Promise<boolean> {
  newest.set(message.id, feedback)
  const show = (shown: Message) =>
    newest.get(message.id) === feedback &&
    setState({ thread: applyEvents(getState().thread, [{ kind: 'message', message: shown }]) })
  const comment = feedback.reaction === null ? null : (feedback.feedback_comment ?? message.feedback_comment)
  show({ ...message, reaction: feedback.reaction, feedback_comment: comment })
  try {
    const body = { conversation_id: message.conversation_id, ...feedback }
    const saved = sending.then(() => callApi(reactToWebchatMessage, { params: { message_id: message.id }, body }))
    sending = saved.catch(() => {})
    show((await saved).data)
    return true
  } catch (error) {
    show(message)
    notify(error instanceof ApiFailure && error.status === 429 ? getWords().feedbackTooFast : getWords().feedbackFailed)
    return false
  }
}
