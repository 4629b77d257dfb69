import { defineRunKind } from '../runs/jobs.ts'

/** Continues an answer whose process died, or that is queued. */
export const answerMessage = defineRunKind('replies.answer')

/** Continues what a teammate suggests to an operator. */
export const draftAnswer = defineRunKind('replies.draft', { is_conversation_task: true })

/** Continues finding a title for a conversation. */
export const titleConversation = defineRunKind('replies.title')
