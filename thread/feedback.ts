import type { Message } from '#contracts/conversations.ts'

type Feedback = Pick<Message, 'reaction'> & { feedback_comment?: string | null | undefined }

type Giving = {
  message: Message
  feedback: Feedback
  show: (message: Message) => void
  save: () => Promise<Message>
}

/** The message with this feedback. A comment stays with its reaction where the feedback has none. */
function withFeedback(message: Message, { reaction, feedback_comment }: Feedback): Message {
  const comment = feedback_comment === undefined ? message.feedback_comment : feedback_comment
  return { ...message, reaction, feedback_comment: reaction ? comment : null }
}

/**
 * Shows feedback before it is saved, and takes it back where the server refuses it. It is saved one after another, so that
 * the last choice is the one that stays.
 */
export function createFeedbackSender(): (giving: Giving) => Promise<void> {
  /** The newest feedback about each message: what is answered to an older one would undo what is shown since. */
  const newest = new Map<string, Feedback>()
  let saving: Promise<unknown> = Promise.resolve()

  return async ({ message, feedback, show, save }) => {
    newest.set(message.id, feedback)
    const showIfNewest = (shown: Message) => {
      if (newest.get(message.id) === feedback) show(shown)
    }
    showIfNewest(withFeedback(message, feedback))
    const saved = saving.then(save)
    saving = saved.catch(() => {})
    try {
      showIfNewest(await saved)
    } catch (error) {
      showIfNewest(message)
      throw error
    }
  }
}
