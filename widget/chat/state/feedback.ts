import type { Message } from '#contracts/conversations.ts'
import { reactToWebchatMessage } from '#contracts/paths/webchat.ts'
import { applyEvents } from '#thread/apply-events.ts'
import { createFeedbackSender } from '#thread/feedback.ts'
import { ApiFailure, callApi } from '../../lib/api.ts'
import { getWords } from '../words/words.ts'
import { getState, notify, setState } from './store.ts'

type Feedback = Pick<Message, 'reaction'> & { feedback_comment?: string | null }

const give = createFeedbackSender()

/** Gives feedback on an answer; true where it was saved. */
export async function react(message: Message, feedback: Feedback): Promise<boolean> {
  const show = (shown: Message) =>
    setState({ thread: applyEvents(getState().thread, [{ kind: 'message', message: shown }]) })
  const save = async () => {
    const body = { conversation_id: message.conversation_id, ...feedback }
    return (await callApi(reactToWebchatMessage, { params: { message_id: message.id }, body })).data
  }
  try {
    await give({ message, feedback, show, save })
    return true
  } catch (error) {
    notify(error instanceof ApiFailure && error.status === 429 ? getWords().feedbackTooFast : getWords().feedbackFailed)
    return false
  }
}
