import { defineRunKind } from '../runs/jobs.ts'

/** Continues an answer whose process is gone, or that waits for a process with time. */
export const answerMessage = defineRunKind('replies.answer')

/** Continues what a teammate suggests to an operator. */
export const draftAnswer = defineRunKind('replies.draft', { is_aside: true })

/** Continues finding a title for a conversation. */
export const titleConversation = defineRunKind('replies.title')
