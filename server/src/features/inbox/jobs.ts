import { defineRunKind } from '../runs/jobs.ts'

/** Goes on with translating what a contact wrote. */
export const translateText = defineRunKind('inbox.translation', { is_aside: true })
