import { defineRunKind } from '../runs/jobs.ts'

/** Continues translating what a contact wrote. */
export const translateText = defineRunKind('inbox.translation', { is_conversation_task: true })
